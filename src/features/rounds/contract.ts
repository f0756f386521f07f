/** Rounds on the wire: closing, selecting, publishing, and the public winners. */
import { z } from 'zod';
import { endpoint } from '#platform/http/endpoint.ts';

const when = z.iso.datetime();
const done = z.object({ success: z.literal(true) });

export const roundParams = z.object({ round: z.string().regex(/^[a-z0-9-]{1,40}$/) });

const standingSchema = z.object({
  rank: z.int(),
  submissionId: z.int(),
  artistName: z.string(),
  trackTitle: z.string(),
  score: z.int(),
  selected: z.boolean(),
  reason: z.string(),
});
export type Standing = z.infer<typeof standingSchema>;

export const roundSchema = z.object({
  id: z.string(),
  name: z.string(),
  startsAt: z.iso.datetime({ offset: true }),
  endsAt: z.iso.datetime({ offset: true }),
  state: z.enum(['to come', 'running', 'over', 'closed', 'published']),
  entries: z.int(),
  closedAt: when.nullable(),
  publishedAt: when.nullable(),
  reason: z.string(),
  standings: z.array(standingSchema),
});
export type Round = z.infer<typeof roundSchema>;

export const listRounds = endpoint({
  method: 'GET',
  path: '/api/admin/rounds',
  summary: 'Rounds with their standings: kept ones once closed, the best 50 of today before',
  access: 'staff',
  response: z.array(roundSchema),
});

export const closeRound = endpoint({
  method: 'POST',
  path: '/api/admin/rounds/:round/close',
  summary: 'Close a round: the standings are kept as they are now',
  access: 'owner',
  params: roundParams,
  response: z.object({ entries: z.int() }),
});

export const selectWinners = endpoint({
  method: 'POST',
  path: '/api/admin/rounds/:round/selection',
  summary: 'Record who was selected in a closed round, and why',
  access: 'a&r',
  params: roundParams,
  body: z.object({
    reason: z.string().trim().min(3, 'Please give a reason').max(1000),
    winners: z
      .array(
        z.object({
          submissionId: z.int().min(1).max(2_147_483_647),
          reason: z.string().trim().max(1000).default(''),
        }),
      )
      .min(1, 'Choose at least one winner')
      .max(100),
  }),
  response: done,
});

export const publishRound = endpoint({
  method: 'POST',
  path: '/api/admin/rounds/:round/publish',
  summary: 'Publish the winners page of a round',
  access: 'a&r',
  params: roundParams,
  /** As they stand on the page of whoever publishes; refused when others are recorded. */
  body: z.object({
    reason: z.string().trim().max(1000).optional(),
    winners: z.array(z.int().min(1).max(2_147_483_647)).max(1000).optional(),
  }),
  response: done,
});

export const getWinners = endpoint({
  method: 'GET',
  path: '/api/rounds/winners',
  summary: 'Published rounds: winners, why, and the standings they were decided on',
  access: 'public',
  response: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      closedAt: when,
      publishedAt: when,
      entries: z.int(),
      reason: z.string(),
      winners: z.array(standingSchema),
      /** The best 100 of the kept standings. */
      standings: z.array(standingSchema),
    }),
  ),
});
