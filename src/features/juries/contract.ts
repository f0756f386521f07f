/** Juries on the wire: opening and closing a round, hearing blind, ballots, and the card an entrant is given. */
import { z } from 'zod';
import { idParams } from '#features/submissions/contract.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { GRADES, METHODS, MOST_ENTRIES, SOURCES, WORDS } from './limits.ts';

const when = z.iso.datetime();
const done = z.object({ success: z.literal(true) });
const digest = z.string().regex(/^[0-9a-f]{64}$/);
const gradesSchema = z.record(z.string().max(40), z.int().min(GRADES.worst).max(GRADES.best));
const criterionSchema = z.object({ id: z.string(), name: z.string(), weight: z.int() });

export const seatParams = idParams.extend({
  number: z
    .string()
    .regex(/^[1-9]\d{0,3}$/)
    .transform(Number),
});

export const jurySchema = z.object({
  id: z.int(),
  name: z.string(),
  state: z.enum(['open', 'closed', 'published']),
  method: z.enum(METHODS),
  perTrack: z.int(),
  criteria: z.array(criterionSchema),
  openedAt: when,
  closedAt: when.nullable(),
  publishedAt: when.nullable(),
  entries: z.int(),
  heard: z.int(),
  ballots: z.int(),
  /** Mine that wait. */
  waiting: z.int(),
});
export type Jury = z.infer<typeof jurySchema>;

export const listJuries = endpoint({
  method: 'GET',
  path: '/api/admin/juries',
  summary: 'Jury rounds, newest first, with what waits for me',
  access: 'staff',
  response: z.object({
    juries: z.array(jurySchema),
    /** What a new one can be made of. */
    jurors: z.array(z.object({ id: z.int(), name: z.string() })),
    rounds: z.array(z.object({ id: z.string(), name: z.string() })),
    /** Null: the campaign file has no jury. */
    rules: z
      .object({
        method: z.enum(METHODS),
        perTrack: z.int(),
        criteria: z.array(criterionSchema),
        hearBy: z.string().nullable(),
      })
      .nullable(),
  }),
});

export const openJury = endpoint({
  method: 'POST',
  path: '/api/admin/juries',
  summary: 'Open a jury round: tracks are numbered by lot and given evenly to the jurors',
  access: 'a&r',
  body: z.object({
    name: z.string().trim().min(1, 'Please give it a name').max(80),
    jurors: z.array(z.int().min(1).max(2_147_483_647)).min(3, 'At least three jurors').max(50),
    method: z.enum(METHODS).optional(),
    /** paid: who paid for a hearing and had none. best: the best of a round. chosen: these. */
    source: z.enum(SOURCES),
    round: z.string().max(40).optional(),
    best: z.int().min(1).max(MOST_ENTRIES).optional(),
    submissionIds: z.array(z.int().min(1).max(2_147_483_647)).max(MOST_ENTRIES).optional(),
  }),
  response: z.object({ id: z.int(), entries: z.int() }),
});

/** What a juror learns of a track once their own ballot is in. */
const revealedSchema = z.object({
  submissionId: z.int().nullable(),
  artistName: z.string(),
  trackTitle: z.string(),
  score: z.int().nullable(),
  voteCount: z.int(),
  /** Of those who rated so far. */
  grades: z.array(z.number()),
});

const seatSchema = z.object({
  number: z.int(),
  state: z.enum(['waiting', 'rated', 'abstained']),
  seconds: z.number().nullable(),
  hookAt: z.number().nullable(),
  peaks: z.array(z.int()),
  ballot: z
    .object({ grades: gradesSchema, grade: z.number(), words: z.string(), commitment: digest })
    .nullable(),
  revealed: revealedSchema.nullable(),
});
export type Seat = z.infer<typeof seatSchema>;

const resultSchema = z.object({
  number: z.int(),
  submissionId: z.int().nullable(),
  artistName: z.string(),
  trackTitle: z.string(),
  /** Null: not heard by enough. */
  rank: z.int().nullable(),
  median: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  words: z.array(z.object({ juror: z.string(), text: z.string() })),
});
export type JuryResult = z.infer<typeof resultSchema>;

export const getJury = endpoint({
  method: 'GET',
  path: '/api/admin/juries/:id',
  summary: 'A jury round: my tracks, blind until I rated them, and the results once it is closed',
  access: 'staff',
  params: idParams,
  response: jurySchema.extend({ seats: z.array(seatSchema), results: z.array(resultSchema).nullable() }),
});

export const hearTrack = endpoint({
  method: 'GET',
  path: '/api/admin/juries/:id/tracks/:number/audio',
  summary: 'The sound of a track I sit for, without name or tags, with range requests',
  access: 'staff',
  params: seatParams,
  produces: 'audio/mpeg',
});

export const castBallot = endpoint({
  method: 'POST',
  path: '/api/admin/juries/:id/tracks/:number/ballot',
  summary: 'Rate a track: a ballot is final, and its commitment is public at once',
  access: 'staff',
  params: seatParams,
  body: z.object({
    grades: gradesSchema,
    words: z
      .string()
      .trim()
      .min(WORDS.least, `The artist reads this: write at least ${WORDS.least} letters`)
      .max(WORDS.most),
  }),
  response: z.object({ commitment: digest }),
});

export const abstain = endpoint({
  method: 'POST',
  path: '/api/admin/juries/:id/tracks/:number/abstain',
  summary: 'Leave a track to somebody else: a juror with the fewest tracks takes the seat',
  access: 'staff',
  params: seatParams,
  body: z.object({ reason: z.string().trim().min(3, 'Please say why').max(300) }),
  response: z.object({ replaced: z.boolean() }),
});

export const closeJury = endpoint({
  method: 'POST',
  path: '/api/admin/juries/:id/close',
  summary: 'Close a jury round: no ballot is taken any more, the order is computed',
  access: 'owner',
  params: idParams,
  response: z.object({ heard: z.int(), unheard: z.int() }),
});

export const publishJury = endpoint({
  method: 'POST',
  path: '/api/admin/juries/:id/publish',
  summary: 'Publish order and ballots, and tell every entrant what the jury said',
  access: 'owner',
  params: idParams,
  response: done,
});

const publicBallotSchema = z.object({
  commitment: digest,
  /** Once the round is published. */
  opening: z
    .object({
      track: z.int(),
      juror: z.string(),
      grades: gradesSchema,
      wordsSha256: digest,
      nonce: z.string(),
    })
    .nullable(),
});

export const listPublicJuries = endpoint({
  method: 'GET',
  path: '/api/juries',
  summary:
    'Jury rounds as anybody may check them: commitments while they run, ballots and order once published',
  access: 'public',
  response: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      state: z.enum(['open', 'closed', 'published']),
      method: z.enum(METHODS),
      perTrack: z.int(),
      criteria: z.array(criterionSchema),
      ballotsRoot: digest.nullable(),
      ballots: z.array(publicBallotSchema),
      order: z.array(
        z.object({
          number: z.int(),
          rank: z.int().nullable(),
          median: z.number().nullable(),
          /** Null where the track may not be named. */
          artistName: z.string().nullable(),
          trackTitle: z.string().nullable(),
        }),
      ),
    }),
  ),
});

export const getCards = endpoint({
  method: 'GET',
  path: '/api/submissions/:id/jury-cards',
  summary: 'What juries said of a track, for its artist',
  access: 'uploader',
  params: idParams,
  response: z.object({
    artistName: z.string(),
    trackTitle: z.string(),
    cards: z.array(
      z.object({
        jury: z.string(),
        publishedAt: when,
        number: z.int(),
        rank: z.int().nullable(),
        of: z.int(),
        median: z.number().nullable(),
        low: z.number().nullable(),
        high: z.number().nullable(),
        criteria: z.array(z.object({ name: z.string(), median: z.number() })),
        words: z.array(z.object({ juror: z.string(), text: z.string(), commitment: digest })),
      }),
    ),
  }),
});
export type JuryCards = z.infer<NonNullable<typeof getCards.response>>;
