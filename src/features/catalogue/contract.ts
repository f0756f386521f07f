/** The catalogue on the wire: finding tracks, views kept under a name, and tracks like one. */
import { z } from 'zod';
import { directionSchema, idParams } from '#features/submissions/contract.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { FILTERS, FIND_PAGE, FIND_SORTS } from './limits.ts';

const done = z.object({ success: z.literal(true) });
const word = (pattern: RegExp) => z.string().trim().regex(pattern).optional();

/** A filter that is left out is not narrowed by. */
export const filterSchema = z.object({
  search: word(FILTERS.search),
  genre: word(FILTERS.genre),
  scores: word(FILTERS.scores),
  bpm: word(FILTERS.bpm),
  key: word(FILTERS.key),
  near: word(FILTERS.near),
  length: word(FILTERS.length),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  state: word(FILTERS.state),
  language: word(FILTERS.language),
  copies: word(FILTERS.copies),
  ai: word(FILTERS.ai),
  ratings: word(FILTERS.ratings),
  decision: word(FILTERS.decision),
  assignee: word(FILTERS.assignee),
});

export const foundTrackSchema = z.object({
  id: z.int(),
  artistName: z.string(),
  trackTitle: z.string(),
  genre: z.string().nullable(),
  language: z.string().nullable(),
  score: z.int().nullable(),
  bpm: z.number().nullable(),
  /** Half or double of it, where people may count it so. */
  otherBpm: z.int().nullable(),
  key: z.string().nullable(),
  seconds: z.number().nullable(),
  createdAt: z.iso.datetime(),
  state: z.enum(['queued', 'running', 'done', 'failed']),
  hidden: z.boolean(),
  held: z.boolean(),
  /** Where it can be heard. */
  audioFilePath: z.string(),
  /** Where its hook begins, in seconds. */
  hookAt: z.number().nullable(),
  /** Integrated loudness, LUFS. */
  lufs: z.number().nullable(),
  /** Sixty of them, 0 to 100 each. */
  peaks: z.array(z.int()),
});
export type FoundTrack = z.infer<typeof foundTrackSchema>;

export const findTracks = endpoint({
  method: 'GET',
  path: '/api/admin/catalogue',
  summary: 'Tracks that have every word of a search and match every filter; `after` reads on from an id',
  access: 'staff',
  query: filterSchema.extend({
    sort: z.enum(FIND_SORTS).default('date'),
    direction: directionSchema.default('desc'),
    after: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
    limit: z.coerce.number().int().min(1).max(200).default(FIND_PAGE),
  }),
  response: z.array(foundTrackSchema),
});

export const countTracks = endpoint({
  method: 'GET',
  path: '/api/admin/catalogue/count',
  summary: 'How many tracks match',
  access: 'staff',
  query: filterSchema,
  response: z.object({ matching: z.int() }),
});

export const listChoices = endpoint({
  method: 'GET',
  path: '/api/admin/catalogue/choices',
  summary: 'The genres and languages there are',
  access: 'staff',
  response: z.object({ genres: z.array(z.string()), languages: z.array(z.string()) }),
});

export const findAlike = endpoint({
  method: 'GET',
  path: '/api/admin/catalogue/:id/alike',
  summary: 'The tracks whose measurements are nearest to those of one, nearest first',
  access: 'staff',
  params: idParams,
  query: z.object({ limit: z.coerce.number().int().min(1).max(50).default(12) }),
  response: z.object({
    of: foundTrackSchema,
    tracks: z.array(foundTrackSchema.extend({ distance: z.number() })),
  }),
});

export const savedViewSchema = z.object({
  id: z.int(),
  name: z.string(),
  filter: filterSchema,
  shared: z.boolean(),
  mine: z.boolean(),
  count: z.int(),
});
export type SavedView = z.infer<typeof savedViewSchema>;

export const listViews = endpoint({
  method: 'GET',
  path: '/api/admin/catalogue/views',
  summary: 'My views and those colleagues share, each with how many tracks it has now',
  access: 'staff',
  response: z.array(savedViewSchema),
});

export const saveView = endpoint({
  method: 'POST',
  path: '/api/admin/catalogue/views',
  summary: 'Keep a search and its filters under a name; the same name again replaces it',
  access: 'staff',
  body: z.object({
    name: z.string().trim().min(1, 'Please give it a name').max(60),
    filter: filterSchema,
    shared: z.boolean().default(false),
  }),
  response: z.object({ id: z.int() }),
});

export const deleteView = endpoint({
  method: 'DELETE',
  path: '/api/admin/catalogue/views/:id',
  summary: 'Delete a view of mine',
  access: 'staff',
  params: idParams,
  response: done,
});
