/** What the text provider calls, and the outbox as staff read it. */
import { z } from 'zod';
import { endpoint } from '#platform/http/endpoint.ts';

export const receiveStatus = endpoint({
  method: 'POST',
  path: '/api/webhooks/texts/status',
  summary: 'Delivery reports of the text provider, signed by it',
  access: 'public',
  response: z.object({ received: z.literal(true) }),
  signed: true,
});

export const receiveReply = endpoint({
  method: 'POST',
  path: '/api/webhooks/texts/reply',
  summary: 'Replies to our texts (STOP, START, HELP), signed by the text provider; answered in its markup',
  access: 'public',
  produces: 'text/xml; charset=utf-8',
  signed: true,
});

export const textRowSchema = z.object({
  id: z.int(),
  phoneNumber: z.string().nullable(),
  body: z.string(),
  state: z.enum(['waiting', 'sending', 'scheduled', 'sent', 'failed']),
  reason: z.string().nullable(),
  messageSid: z.string().nullable(),
  delivery: z.enum(['waiting', 'delivered', 'undelivered']),
  createdAt: z.iso.datetime(),
  sendAfter: z.iso.datetime(),
});

export type TextRow = z.infer<typeof textRowSchema>;

export const getTexts = endpoint({
  method: 'GET',
  path: '/api/admin/texts',
  summary: 'The newest texts with their rendered words and what became of them',
  access: 'a&r',
  query: z.object({ before: z.coerce.number().int().positive().max(2_147_483_647).optional() }),
  response: z.array(textRowSchema),
});
