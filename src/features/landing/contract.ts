/** The campaign and the priority ticket on the wire. */
import { z } from 'zod';
import { campaignSchema } from '#campaign/document.ts';
import { endpoint } from '#platform/http/endpoint.ts';

export const getCampaign = endpoint({
  method: 'GET',
  path: '/api/campaign',
  summary: 'The campaign as the site shows it, with the server clock',
  access: 'public',
  response: z.object({ campaign: campaignSchema, serverTime: z.iso.datetime() }),
});

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
