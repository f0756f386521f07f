/** Words that people give for a track, on the wire. */
import { z } from 'zod';
import { endpoint } from '#platform/http/endpoint.ts';
import { idParams } from './contract.ts';

export const givenWordsSchema = z.object({
  /** As it was pasted; null when nobody gave words, or they were taken back. */
  text: z.string().nullable(),
  givenBy: z.enum(['artist', 'staff']).nullable(),
  givenAt: z.iso.datetime().nullable(),
  /** Grows with every change; 0 before the first. */
  revision: z.int().min(0),
  /** What was transcribed, line by line; null when nothing was certain enough. */
  heard: z.string().nullable(),
});
export type GivenWordsAnswer = z.infer<typeof givenWordsSchema>;

export const getGivenWords = endpoint({
  method: 'GET',
  path: '/api/submissions/:id/lyrics',
  summary: 'The words given for a track, as they were pasted',
  access: 'uploader',
  params: idParams,
  response: givenWordsSchema,
});

export const giveWords = endpoint({
  method: 'PUT',
  path: '/api/submissions/:id/lyrics',
  summary: 'Give or correct the words of a track; an empty text takes them back',
  access: 'uploader',
  params: idParams,
  body: z.object({
    text: z.string('Send the lyrics as text.').max(50_000, 'Lyrics may have at most 10,000 characters.'),
    /** The revision one started from: an edit over somebody else's is refused. */
    revision: z.int().min(0).max(2_147_483_647).optional(),
  }),
  response: givenWordsSchema.extend({
    /** 'remade': scores follow already. 'queued': they follow once the newer engine has measured the track. */
    analysis: z.enum(['remade', 'queued', 'unchanged']),
  }),
  rateLimit: { name: 'lyrics', limit: 40, windowSeconds: 3600 },
});
