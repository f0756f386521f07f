/** The priority ticket on the wire. */
import { z } from 'zod';
import { endpoint } from '#platform/http/endpoint.ts';

export const ticketSchema = z.object({
  /** 'none': no round is running. */
  state: z.enum(['live', 'closed', 'none']),
  expiresAt: z.iso.datetime().nullable(),
  serverTime: z.iso.datetime(),
});
export type Ticket = z.infer<typeof ticketSchema>;

export const takeTicket = endpoint({
  method: 'POST',
  path: '/api/priority-ticket',
  summary: "This browser's priority ticket of the round: made on first call, never renewed",
  access: 'public',
  response: ticketSchema,
  rateLimit: { name: 'ticket', limit: 120, windowSeconds: 600 },
});
