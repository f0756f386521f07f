/** Requests for a second person on the wire. */
import { z } from 'zod';
import { givenFactor } from '#features/accounts/contract-factors.ts';
import { passkeyOptionsSchema } from '#features/people/contract-passkeys.ts';
import { idParams } from '#features/submissions/contract.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { DEEDS } from './limits.ts';

const when = z.iso.datetime();
const done = z.object({ success: z.literal(true) });

export const approvalSchema = z.object({
  id: z.int(),
  deed: z.enum(DEEDS),
  /** Plain facts: which round, how many votes, why. */
  detail: z.record(z.string(), z.unknown()),
  askedAt: when,
  /** Null: the campaign file. */
  askedBy: z.string().nullable(),
  isOwn: z.boolean(),
  confirmedBy: z.string().nullable(),
  /** Why you cannot confirm it; null when you can. */
  refusal: z.string().nullable(),
  /** You have nobody to confirm it: a second factor does. */
  alone: z.boolean(),
});
export type Approval = z.infer<typeof approvalSchema>;

export const listApprovals = endpoint({
  method: 'GET',
  path: '/api/admin/approvals',
  summary: 'What waits for a second person, or was confirmed and not done yet',
  access: 'a&r',
  response: z.array(approvalSchema),
});

export const askApprovalPasskey = endpoint({
  method: 'POST',
  path: '/api/admin/approvals/passkey',
  summary: 'What a browser needs to confirm with a passkey; null for an account without one',
  access: 'a&r',
  response: z.object({ options: passkeyOptionsSchema.nullable() }),
});

export const confirmApproval = endpoint({
  method: 'POST',
  path: '/api/admin/approvals/:id/confirm',
  summary:
    'Confirm what somebody else asked for; with nobody else, one’s own after an hour, by a second factor',
  access: 'a&r',
  params: idParams,
  body: z.object(givenFactor),
  response: done,
  rateLimit: { name: 'factors', limit: 30, windowSeconds: 600 },
});

export const refuseApproval = endpoint({
  method: 'POST',
  path: '/api/admin/approvals/:id/refuse',
  summary: 'Refuse what somebody asked for, or take back one’s own request',
  access: 'a&r',
  params: idParams,
  response: done,
});
