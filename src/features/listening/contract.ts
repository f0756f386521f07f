/** The listening room on the wire: the queue, one track as staff see it, decisions, ratings, conflicts, assignments. */
import { z } from 'zod';
import { STAFF_ROLES } from '#features/accounts/limits.ts';
import { idParams } from '#features/submissions/contract.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { DECISIONS, NOTE_LENGTH, RATING } from './limits.ts';

const when = z.iso.datetime();
const count = z.int().min(0);
const done = z.object({ success: z.literal(true) });
const person = z.object({ id: z.int(), name: z.string() });
const serial = z.int().min(1).max(2_147_483_647);

const queueTrackSchema = z.object({
  id: z.int(),
  artistName: z.string(),
  trackTitle: z.string(),
  genre: z.string().nullable(),
  score: z.int().nullable(),
  createdAt: when,
  duration: z.number().nullable(),
  peaks: z.array(z.number()).nullable(),
  audioUrl: z.string(),
  /** Seconds where the hook begins; 0 where none was found. */
  hookAt: z.number(),
  /** Assigned to who asks. */
  yours: z.boolean(),
  /** Held as a copy of an earlier entry. */
  held: z.boolean(),
  /** Of its decision: 0 before the first. */
  version: count,
});
export type QueueTrack = z.infer<typeof queueTrackSchema>;

export const getQueue = endpoint({
  method: 'GET',
  path: '/api/admin/listening',
  summary:
    'What is left for me to hear: what is assigned to me first, then what is assigned to nobody, oldest first',
  access: 'staff',
  response: z.object({
    tracks: z.array(queueTrackSchema),
    left: count,
    heardToday: count,
    /** In the last sixty minutes. */
    heardLastHour: count,
  }),
});

const decisionSchema = z.object({
  decision: z.enum(DECISIONS).nullable(),
  /** Sent back with the next decision: 0 before the first. */
  version: count,
  by: z.string().nullable(),
  at: when.nullable(),
});
export type TrackDecision = z.infer<typeof decisionSchema>;

export const noteSchema = z.object({
  id: z.int(),
  submissionId: z.int(),
  author: person,
  body: z.string(),
  createdAt: when,
  editedAt: when.nullable(),
});
export type StaffNote = z.infer<typeof noteSchema>;

export const roomSchema = z.object({
  track: queueTrackSchema,
  decision: decisionSchema,
  ratings: z.array(person.extend({ rating: z.int().nullable(), abstained: z.boolean() })),
  summary: z.object({
    count,
    average: z.number().nullable(),
    median: z.number().nullable(),
    spread: z.object({ from: z.int(), to: z.int() }).nullable(),
    disagree: z.boolean(),
  }),
  heardBy: z.array(person),
  assignees: z.array(person),
  conflicts: z.array(person.extend({ reason: z.string(), submissionId: z.int() })),
  notes: z.array(noteSchema),
  /** Other tracks of the same number. */
  artist: z.object({ tracks: count, shortlisted: count }),
  /** Earlier entries with the same sound in them. */
  copies: count,
  /** The entry this one is held as a copy of. */
  copyOf: z.object({ id: z.int(), trackTitle: z.string(), artistName: z.string() }).nullable(),
});
export type Room = z.infer<typeof roomSchema>;

export const getRoom = endpoint({
  method: 'GET',
  path: '/api/admin/submissions/:id/room',
  summary: 'One track as staff hear it: decision, ratings, who heard it, conflicts, private notes',
  access: 'staff',
  params: idParams,
  response: roomSchema,
});

export const decideTrack = endpoint({
  method: 'POST',
  path: '/api/admin/submissions/:id/decision',
  summary:
    'Shortlist, pass, contact or sign a track, or take that back; refused when somebody decided meanwhile',
  access: 'a&r',
  params: idParams,
  body: z.object({
    decision: z.enum(DECISIONS).nullable(),
    /** The version that was on the screen. */
    seen: z.int().min(0).max(2_147_483_646),
  }),
  response: decisionSchema,
});

export const markHeard = endpoint({
  method: 'POST',
  path: '/api/admin/submissions/:id/heard',
  summary: 'Marks a track as heard by me',
  access: 'staff',
  params: idParams,
  response: done,
});

export const rateTrack = endpoint({
  method: 'PUT',
  path: '/api/admin/submissions/:id/rating',
  summary: 'My rating of a track, or that I abstain; neither takes it back',
  access: 'staff',
  params: idParams,
  body: z
    .object({
      rating: z.int().min(RATING.least).max(RATING.most).nullable(),
      abstained: z.boolean().default(false),
    })
    .refine(({ rating, abstained }) => rating === null || !abstained, 'Rate or abstain, not both'),
  response: done,
});

export const declareConflict = endpoint({
  method: 'PUT',
  path: '/api/admin/submissions/:id/conflict',
  summary: 'Says that I am close to this artist: I judge none of their tracks',
  access: 'staff',
  params: idParams,
  body: z.object({ reason: z.string().trim().min(3, 'Please say why').max(300) }),
  response: done,
});

export const withdrawConflict = endpoint({
  method: 'DELETE',
  path: '/api/admin/submissions/:id/conflict',
  summary: 'Takes back my conflict of interest with the artist of this track',
  access: 'staff',
  params: idParams,
  response: done,
});

export const listColleagues = endpoint({
  method: 'GET',
  path: '/api/admin/colleagues',
  summary: 'Everybody who can be assigned or mentioned, with what waits for them',
  access: 'staff',
  response: z.array(person.extend({ role: z.enum(STAFF_ROLES), waiting: count })),
});

export const assignTracks = endpoint({
  method: 'POST',
  path: '/api/admin/assignments',
  summary:
    'Gives tracks to colleagues: named ones to each, or all that nobody has and nobody decided, evenly, maybe of one genre',
  access: 'a&r',
  body: z.object({
    staffIds: z.array(serial).min(1, 'Choose somebody').max(50),
    /** By hand: these tracks to each of them. */
    submissionIds: z.array(serial).min(1).max(500).optional(),
    /** Otherwise only this genre. */
    genre: z.string().min(1).max(100).optional(),
    /** How many people hear each track. */
    ears: z.int().min(1).max(10).default(1),
  }),
  response: z.object({ assigned: count }),
});

export const unassignTrack = endpoint({
  method: 'DELETE',
  path: '/api/admin/submissions/:id/assignments',
  summary: 'Takes a track from everybody it was given to and who has not heard it',
  access: 'a&r',
  params: idParams,
  response: done,
});

const noteBody = z.object({ body: z.string().trim().min(1, 'Write something first').max(NOTE_LENGTH) });

export const addNote = endpoint({
  method: 'POST',
  path: '/api/admin/submissions/:id/notes',
  summary: 'A private note: staff read it, nobody else ever does',
  access: 'staff',
  params: idParams,
  body: noteBody,
  response: noteSchema,
});

export const editNote = endpoint({
  method: 'PATCH',
  path: '/api/admin/notes/:id',
  summary: 'Changes a note of one’s own',
  access: 'staff',
  params: idParams,
  body: noteBody,
  response: noteSchema,
});

export const deleteNote = endpoint({
  method: 'DELETE',
  path: '/api/admin/notes/:id',
  summary: 'Deletes a note of one’s own',
  access: 'staff',
  params: idParams,
  response: done,
});

export const listMentions = endpoint({
  method: 'GET',
  path: '/api/admin/mentions',
  summary: 'Notes that call me, unseen ones first, then newest first',
  access: 'staff',
  response: z.array(noteSchema.extend({ seen: z.boolean(), trackTitle: z.string(), artistName: z.string() })),
});

export const seeMentions = endpoint({
  method: 'POST',
  path: '/api/admin/mentions/seen',
  summary: 'Marks what calls me as seen, up to a note',
  access: 'staff',
  body: z.object({ upTo: serial }),
  response: done,
});
