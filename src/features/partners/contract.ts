/** Requests for partnership on the wire. */
import { z } from 'zod';
import { searchPageQuery } from '#features/submissions/contract.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { COPY } from './copy.ts';
import { MESSAGE_MIN } from './limits.ts';

const line = (message: string) =>
  z
    .string({ error: message })
    .transform((value) =>
      value
        .normalize('NFC')
        .replace(/\p{Cc}+/gu, ' ')
        .trim(),
    )
    .pipe(z.string().min(1, message).max(255));

export const requestPartnership = endpoint({
  method: 'POST',
  path: '/api/partnership-requests',
  summary: 'A company asks to become a partner',
  access: 'public',
  body: z.object({
    name: line(COPY.name),
    email: z.string({ error: COPY.email }).trim().max(255).pipe(z.email(COPY.email)),
    companyName: line(COPY.company),
    message: z.string({ error: COPY.message }).trim().min(MESSAGE_MIN, COPY.message).max(5000),
    /** A field people do not see. What fills it in is no person: it is thanked, and nothing is stored. */
    website: z.string().max(500).optional(),
  }),
  response: z.object({ success: z.literal(true) }),
  rateLimit: { name: 'partnership', limit: 10, windowSeconds: 3600 },
});

export const REQUEST_STATES = ['new', 'answered', 'declined'] as const;

export const partnershipRequestSchema = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  companyName: z.string(),
  message: z.string(),
  state: z.enum(REQUEST_STATES),
  createdAt: z.iso.datetime(),
  decidedAt: z.iso.datetime().nullable(),
});
export type PartnershipRequest = z.infer<typeof partnershipRequestSchema>;

export const getPartnershipRequests = endpoint({
  method: 'GET',
  path: '/api/admin/partnership-requests',
  summary: 'Requests for partnership: new ones first, then newest first; searched by name, email and company',
  access: 'a&r',
  query: searchPageQuery,
  response: z.array(partnershipRequestSchema),
});

export const decidePartnershipRequest = endpoint({
  method: 'POST',
  path: '/api/admin/partnership-requests/:id',
  summary: 'Notes what was done about a request for partnership',
  access: 'a&r',
  params: z.object({ id: z.coerce.number().int().positive().max(2_147_483_647) }),
  body: z.object({ state: z.enum(REQUEST_STATES) }),
  response: z.object({ success: z.literal(true) }),
});
