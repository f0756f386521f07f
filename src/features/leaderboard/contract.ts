/** The public ranking on the wire: the briefs' plain array, and the page the browser really asks for. */
import { z } from 'zod';
import { endpoint } from '#platform/http/endpoint.ts';

export const rowSchema = z.object({
  /** Position among all analysed tracks; a chip, a search or a page never changes it. */
  rank: z.int().min(1),
  id: z.int(),
  trackTitle: z.string(),
  artistName: z.string(),
  /** Of the artist's page, if there is one. */
  artistId: z.int().nullable(),
  audioFilePath: z.string(),
  score: z.int(),
  genre: z.string(),
  duration: z.number().nullable(),
  voteCount: z.int(),
  demo: z.boolean(),
  /** Staff have listened to it. */
  heard: z.boolean(),
  peaks: z.array(z.int()),
});
export type Row = z.infer<typeof rowSchema>;

/** The plain array holds at most this many rows, best first. */
export const ARRAY_LIMIT = 500;

export const listSubmissions = endpoint({
  method: 'GET',
  path: '/api/submissions',
  summary: `The best ${ARRAY_LIMIT} analysed tracks, best first; longer lists are read page by page from /api/leaderboard`,
  access: 'public',
  shared: true,
  query: z.object({ limit: z.coerce.number().int().min(1).max(ARRAY_LIMIT).default(ARRAY_LIMIT) }),
  response: z.array(rowSchema.omit({ peaks: true })),
});

export const getLeaderboard = endpoint({
  method: 'GET',
  path: '/api/leaderboard',
  summary: 'One page of the leaderboard',
  access: 'public',
  shared: true,
  query: z.object({
    genre: z.string().max(100).default(''),
    search: z.string().max(255).default(''),
    /** Only what staff have listened to. */
    heard: z.literal('yes').optional(),
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  }),
  response: z.object({
    rows: z.array(rowSchema),
    page: z.int(),
    /** Rows that match chip and search; a search finds the best 500. */
    total: z.int(),
    /** All analysed tracks. */
    everything: z.int(),
  }),
});
