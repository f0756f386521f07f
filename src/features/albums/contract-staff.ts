/** Albums on the wire, the staff's side: the album database, follow-up, selection, and publishing in batches. */
import { z } from 'zod';
import { subjectId } from '#features/payments/contract.ts';
import { idParams } from '#features/submissions/contract.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { ALBUM_FILTERS } from './limits.ts';

/** A track that is somebody else's earlier entry: staff are told, the score is not touched. */
export const albumCopySchema = z.object({
  track: z.int().min(1).max(3),
  /** The same file, byte for byte. */
  exact: z.boolean(),
  /** Of the track's sound, how much is in the entry. */
  share: z.number(),
  entry: z.object({ id: z.int(), trackTitle: z.string(), artistName: z.string() }),
});

export const albumListRowSchema = z.object({
  id: z.int(),
  artistName: z.string(),
  albumName: z.string(),
  phoneNumber: z.string(),
  tracks: z.object({ track1Title: z.string(), track2Title: z.string(), track3Title: z.string() }),
  coverImageUrl: z.string().nullable(),
  state: z.enum(['queued', 'running', 'done', 'failed']),
  failureMessage: z.string().nullable(),
  submissionPaid: z.boolean(),
  analyzed: z.boolean(),
  distributionPaid: z.boolean(),
  followUpSent: z.boolean(),
  selectedAt: z.iso.datetime().nullable(),
  /** On its way to the artist, to be recalled until then; or why it could not be sent. */
  selection: z.object({ sendsAt: z.iso.datetime(), failure: z.string().nullable() }).nullable(),
  /** Out of 100. */
  overallScore: z.int().nullable(),
  copies: z.array(albumCopySchema),
  createdAt: z.iso.datetime(),
});
export type AlbumListRow = z.infer<typeof albumListRowSchema>;

export type AlbumFilter = (typeof ALBUM_FILTERS)[number];

export const listAlbums = endpoint({
  method: 'GET',
  path: '/api/albums',
  summary: 'Every album, newest first',
  access: 'a&r',
  response: z.array(albumListRowSchema),
});

export const pageAlbums = endpoint({
  method: 'GET',
  path: '/api/admin/albums',
  summary:
    'The album database a page at a time: one row per phone number, or every album; searched and filtered; figures over all',
  access: 'a&r',
  query: z.object({
    page: z.coerce.number().int().min(1).max(100_000).default(1),
    search: z.string().max(200).default(''),
    filter: z.enum(ALBUM_FILTERS).default('all'),
    each: z.enum(['phone', 'album']).default('phone'),
  }),
  response: z.object({
    rows: z.array(albumListRowSchema),
    /** Rows there are. */
    total: z.int(),
    /** Phone numbers that match. */
    phones: z.int(),
    page: z.int(),
    pages: z.int(),
    stats: z.object({ total: z.int(), analyzed: z.int(), paid: z.int(), followUps: z.int() }),
  }),
});

const letterSchema = z.string().trim().min(20, 'Please write a letter').max(5000);

export const sendFollowup = endpoint({
  method: 'POST',
  path: '/api/admin/send-album-followup',
  summary: 'Records that an album was selected and texts its offer link to the artist, once',
  access: 'a&r',
  body: z.object({
    albumId: subjectId,
    /** The letter as an A&R wrote it; without it the one that was generated stands. */
    letter: letterSchema.optional(),
  }),
  response: z.object({
    success: z.literal(true),
    followUpSent: z.literal(true),
    /** At night where the artist is, the text waits until this morning. */
    scheduledFor: z.iso.datetime().nullable(),
  }),
});

export const planSelection = endpoint({
  method: 'POST',
  path: '/api/admin/albums/:id/selection',
  summary: 'Selects an album: the artist is told in ten minutes, and until then it can be recalled',
  access: 'a&r',
  params: idParams,
  body: z.object({ letter: letterSchema }),
  response: z.object({ sendsAt: z.iso.datetime() }),
});

export const recallSelection = endpoint({
  method: 'DELETE',
  path: '/api/admin/albums/:id/selection',
  summary: 'Recalls a selection that is still on its way: nobody was told of it',
  access: 'a&r',
  params: idParams,
  response: z.object({ success: z.literal(true) }),
});

export const batchSchema = z.object({
  id: z.int(),
  state: z.enum(['running', 'done', 'cancelled']),
  total: z.int(),
  /** The album being worked on, counted from 1; the last one when it is over. */
  current: z.int(),
  succeeded: z.int(),
  failed: z.int(),
  failures: z.array(z.object({ albumId: z.int(), albumName: z.string(), reason: z.string() })),
});
export type Batch = z.infer<typeof batchSchema>;

export const startBatch = endpoint({
  method: 'POST',
  path: '/api/admin/album-batches',
  summary: 'Makes covers for the first albums of the list, one after the other, on the server',
  access: 'a&r',
  body: z.object({
    count: z.int().min(1).max(2_147_483_647),
    search: z.string().max(200).default(''),
    filter: z.enum(ALBUM_FILTERS).default('all'),
  }),
  response: batchSchema,
});

export const getBatch = endpoint({
  method: 'GET',
  path: '/api/admin/album-batches/latest',
  summary: 'How far the newest batch is',
  access: 'a&r',
  response: z.object({ batch: batchSchema.nullable() }),
});

export const cancelBatch = endpoint({
  method: 'POST',
  path: '/api/admin/album-batches/:id/cancel',
  summary: 'Stops a batch after the album it is working on',
  access: 'a&r',
  params: idParams,
  response: batchSchema,
});
