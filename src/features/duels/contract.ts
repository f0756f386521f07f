/** Blind duels on the wire, the ranking they give, and the hooks of the listening page. */
import { z } from 'zod';
import { idParams } from '#features/submissions/contract.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { SIDES } from './limits.ts';

const codeParams = z.object({ code: z.string().regex(/^[0-9a-hjkmnp-tv-z]{26}$/) });

const hookSchema = z.object({
  /** Plays both at the same loudness, 0 to 1. */
  level: z.number(),
  audioUrl: z.string(),
});

/** Nothing here says which tracks they are. */
const duelSchema = z.object({ code: z.string(), a: hookSchema, b: hookSchema });
export type Duel = z.infer<typeof duelSchema>;

export const serveDuels = endpoint({
  method: 'POST',
  path: '/api/duels',
  summary: 'The duels to answer next: the open one first, then one to load ahead; none when all were heard',
  access: 'public',
  response: z.object({ duels: z.array(duelSchema), isDoneForToday: z.boolean() }),
  rateLimit: { name: 'duels', limit: 240, windowSeconds: 3600 },
});

export const getDuelAudio = endpoint({
  method: 'GET',
  path: '/api/duels/:code/:side',
  summary: 'One hook of a duel, without its names',
  access: 'public',
  params: codeParams.extend({ side: z.enum(SIDES) }),
  produces: 'audio/mpeg',
});

const namedSchema = z.object({
  id: z.int(),
  trackTitle: z.string(),
  artistName: z.string(),
  peaks: z.array(z.int()).nullable(),
});
export type NamedTrack = z.infer<typeof namedSchema>;

export const answerDuel = endpoint({
  method: 'POST',
  path: '/api/duels/:code',
  summary: 'Choose one of two hooks, or neither; then their names are told. Once a pair and visitor',
  access: 'public',
  params: codeParams,
  body: z.object({ pick: z.enum([...SIDES, 'skip']) }),
  response: z.object({ pick: z.enum([...SIDES, 'skip']), a: namedSchema, b: namedSchema }),
  rateLimit: { name: 'duel-answers', limit: 180, windowSeconds: 3600 },
});

const rankedSchema = namedSchema.extend({
  rank: z.int(),
  /** How often it would be chosen over an average entrant, in percent, with the ends of the 95% interval. */
  chance: z.int(),
  low: z.int(),
  high: z.int(),
  wins: z.int(),
  duels: z.int(),
});
export type RankedTrack = z.infer<typeof rankedSchema>;

export const getDuelRanking = endpoint({
  method: 'GET',
  path: '/api/duel-ranking',
  summary: 'The ranking by blind duels (Bradley–Terry with 95% intervals), best first, 100 at most',
  access: 'public',
  response: z.object({
    tracks: z.array(rankedSchema),
    /** Decided duels in all, and when the ranking was last made. */
    decided: z.int(),
    computedAt: z.iso.datetime().nullable(),
  }),
});

const listenedSchema = namedSchema.extend({
  score: z.int(),
  genre: z.string(),
  hookUrl: z.string(),
});
export type ListenedTrack = z.infer<typeof listenedSchema>;

export const listHooks = endpoint({
  method: 'GET',
  path: '/api/listen',
  summary:
    'Tracks to listen to one after the other, in an order drawn by lot; `from` goes on where the last call ended',
  access: 'public',
  query: z.object({ from: z.coerce.number().min(0).max(1).default(0) }),
  response: z.object({ tracks: z.array(listenedSchema), next: z.number().nullable() }),
});

export const getHook = endpoint({
  method: 'GET',
  path: '/api/submissions/:id/hook',
  summary: 'The hook of a track, as a file of its own',
  access: 'public',
  params: idParams,
  produces: 'audio/mpeg',
});
