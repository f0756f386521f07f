/** Holds, offers, ranking and letter on the wire. */
import { z } from 'zod';
import { accessQuery, idParams } from '#features/submissions/contract.ts';
import { endpoint } from '#platform/http/endpoint.ts';

export const holdSchema = z.object({
  /** none: never held. full: asked for, but none is free. */
  state: z.enum(['none', 'held', 'paying', 'taken', 'expired', 'full']),
  expiresAt: z.iso.datetime().nullable(),
  placesLeft: z.int(),
  places: z.int(),
  serverTime: z.iso.datetime(),
});
export type Hold = z.infer<typeof holdSchema>;

export const getHold = endpoint({
  method: 'GET',
  path: '/api/submissions/:id/hold',
  summary: 'The tour place held for a submission; reading never renews it',
  access: 'public',
  params: idParams,
  response: holdSchema,
});

export const openHold = endpoint({
  method: 'POST',
  path: '/api/submissions/:id/hold/open',
  summary: 'The hold that comes with opening one’s own results, given once',
  access: 'uploader',
  params: idParams,
  response: holdSchema,
});

export const takeHold = endpoint({
  method: 'POST',
  path: '/api/submissions/:id/hold',
  summary: 'The artist holds a place, or holds one again, if one is free',
  access: 'public',
  params: idParams,
  query: accessQuery,
  response: holdSchema,
  rateLimit: { name: 'hold', limit: 10, windowSeconds: 600 },
});

export const offerSchema = z.object({
  /** live: the discount can be bought now. sold_out: every spot is taken or being paid for. */
  state: z.enum(['live', 'sold_out', 'expired', 'used', 'entered']),
  expiresAt: z.iso.datetime(),
  spotsLeft: z.int(),
  spots: z.int(),
  percentOff: z.int(),
  standardCents: z.int(),
  discountedCents: z.int(),
  /** What is charged now. */
  priceCents: z.int(),
  product: z.enum(['standardEntry', 'discountedEntry']),
  serverTime: z.iso.datetime(),
});
export type Offer = z.infer<typeof offerSchema>;

export const getOffer = endpoint({
  method: 'GET',
  path: '/api/submissions/:id/offer',
  summary:
    'The submission’s one offer and the price that follows from it; issued when its page is first opened',
  access: 'public',
  params: idParams,
  query: accessQuery,
  response: offerSchema,
  changesState: true,
});

export const getFollowUpMessage = endpoint({
  method: 'GET',
  path: '/api/submissions/:id/follow-up-message',
  summary: 'The letter of the pitch page, from what is recorded and nothing else',
  access: 'public',
  params: idParams,
  query: accessQuery,
  response: z.object({ message: z.string() }),
});

const rankedSchema = z.object({
  rank: z.int(),
  artistName: z.string(),
  trackTitle: z.string(),
  score: z.int(),
  mine: z.boolean(),
});

export const roundRankingSchema = z.object({
  round: z.string(),
  /** null: this submission is no analysed entry of the round. */
  rank: z.int().nullable(),
  entries: z.int(),
  topPercent: z.int().nullable(),
  rows: z.array(rankedSchema),
});
export type RoundRanking = z.infer<typeof roundRankingSchema>;

export const getRoundRanking = endpoint({
  method: 'GET',
  path: '/api/submissions/:id/round-ranking',
  summary: 'Where a submission stands among the entries of the first round',
  access: 'public',
  params: idParams,
  response: roundRankingSchema,
});

export const makeArtistLink = endpoint({
  method: 'POST',
  path: '/api/admin/submissions/:id/artist-link',
  summary: 'The signed links for an artist; making them issues the offer, once',
  access: 'a&r',
  params: idParams,
  response: z.object({
    pitchLink: z.string(),
    distributionLink: z.string(),
    expiresAt: z.iso.datetime(),
    offerExpiresAt: z.iso.datetime(),
  }),
});
