/** Votes on the staff's wire: held ones and the decision on each, throne comments and whether they are shown. */
import { z } from 'zod';
import { idParams } from '#features/submissions/contract.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { voteStateSchema } from './contract.ts';
import { COMMENTS_PAGE, HOLD_CAUSES } from './limits.ts';

export const heldVoteSchema = z.object({
  id: z.int(),
  submissionId: z.int(),
  artistName: z.string(),
  trackTitle: z.string(),
  kind: z.enum(['free', 'paid', 'referral', 'adjustment']),
  voterName: z.string(),
  voterPhone: z.string(),
  /** How the number was proven; none: it was typed. */
  proof: z.enum(['none', 'sms', 'passkey', 'card']),
  votes: z.int(),
  reason: z.string(),
  /** The same on two rows: the same device or network. It names nobody. */
  device: z.string().nullable(),
  network: z.string().nullable(),
  createdAt: z.iso.datetime(),
});
export type HeldVote = z.infer<typeof heldVoteSchema>;

export const HELD_PAGE = 50;

/** What held votes may have in common. Empty: all of them. */
const alike = {
  network: z
    .string()
    .regex(/^[\w-]{8}$/)
    .optional(),
  device: z
    .string()
    .regex(/^[\w-]{8}$/)
    .optional(),
  because: z.enum(HOLD_CAUSES).optional(),
  proof: z.enum(['none', 'proven']).optional(),
};
const heldFilter = z.strictObject({ ...alike, submissionId: z.int().min(1).max(2_147_483_647).optional() });
export type HeldFilter = z.infer<typeof heldFilter>;

/** All votes the filter finds, on whichever page; `last` is the newest of them. */
const summarySchema = z.object({
  total: z.int(),
  votes: z.int(),
  tracks: z.int(),
  networks: z.int(),
  devices: z.int(),
  last: z.int(),
});

export type HeldSummary = z.infer<typeof summarySchema>;

export const listHeldVotes = endpoint({
  method: 'GET',
  path: '/api/admin/held-votes',
  summary: `Votes that wait for a decision, oldest first, ${HELD_PAGE} at a time, and what the filter finds in all`,
  access: 'a&r',
  query: z.object({
    /** The last id of the page before. */
    after: z.coerce.number().int().min(0).max(2_147_483_647).default(0),
    submissionId: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
    ...alike,
  }),
  response: z.object({
    votes: z.array(heldVoteSchema),
    total: z.int(),
    next: z.int().nullable(),
    summary: summarySchema,
  }),
});

const decideHeldSchema = z.object({
  filter: heldFilter,
  /** The newest vote that was seen in the summary: what was held since is not decided. */
  last: z.int().min(0).max(2_147_483_647),
  decision: z.enum(['count', 'void']),
  reason: z.string().trim().min(3, 'Say why.').max(500),
});
export type DecideHeld = z.infer<typeof decideHeldSchema>;

export const decideHeldVotes = endpoint({
  method: 'POST',
  path: '/api/admin/held-votes/decide',
  summary: 'Count or void all held votes that a filter finds, 5,000 a call; ask again while some are left',
  access: 'a&r',
  body: decideHeldSchema,
  response: z.object({ decided: z.int(), left: z.int() }),
});

const decided = z.object({ id: z.int(), state: voteStateSchema });

export const releaseVote = endpoint({
  method: 'POST',
  path: '/api/admin/votes/:id/release',
  summary: 'Count a held vote',
  access: 'a&r',
  params: idParams,
  body: z.object({ reason: z.string().trim().max(500).default('') }),
  response: decided,
});

export const voidVote = endpoint({
  method: 'POST',
  path: '/api/admin/votes/:id/void',
  summary: 'Void a free or referred vote, held or counted. Paid votes end with their payment',
  access: 'a&r',
  params: idParams,
  body: z.object({ reason: z.string().trim().min(3, 'Say why this vote is voided.').max(500) }),
  response: decided,
});

export const throneCommentSchema = z.object({
  /** The vote it came with. */
  id: z.int(),
  submissionId: z.int(),
  artistName: z.string(),
  trackTitle: z.string(),
  voterName: z.string(),
  comment: z.string(),
  /** Why nobody sees it; null while everybody does. */
  hiddenReason: z.string().nullable(),
  createdAt: z.iso.datetime(),
});
export type ThroneComment = z.infer<typeof throneCommentSchema>;

export const listThroneComments = endpoint({
  method: 'GET',
  path: '/api/admin/throne-comments',
  summary: `Throne comments, newest first, ${COMMENTS_PAGE} at a time`,
  access: 'a&r',
  query: z.object({ before: z.coerce.number().int().min(1).max(2_147_483_647).optional() }),
  response: z.array(throneCommentSchema),
});

export const showComment = endpoint({
  method: 'POST',
  path: '/api/admin/votes/:id/comment',
  summary: 'Hide a throne comment, or show it again; its votes stay counted',
  access: 'a&r',
  params: idParams,
  body: z.object({
    hidden: z.boolean(),
    reason: z.string().trim().min(3, 'Please give a reason').max(500),
  }),
  response: z.object({ id: z.int(), hidden: z.boolean() }),
});
