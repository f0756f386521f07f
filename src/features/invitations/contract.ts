/** Invitations on the wire: sending, the invited person's page, and the staff list. */
import { z } from 'zod';
import { directionSchema, typed as words } from '#features/submissions/contract.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { COPY } from './copy.ts';
import { INVITED_SORTS } from './limits.ts';

export const invitationResultSchema = z.object({
  /** As it was typed. */
  phoneNumber: z.string(),
  state: z.enum(['sent', 'scheduled', 'failed']),
  /** Why not, or when. */
  message: z.string().optional(),
});
export type InvitationResult = z.infer<typeof invitationResultSchema>;

export const sendInvitations = endpoint({
  method: 'POST',
  path: '/api/send-invitations',
  summary: 'Texts an invitation to up to three people who agreed to it',
  access: 'public',
  body: z.object({
    artistName: z.string({ error: COPY.name }).pipe(words).pipe(z.string().min(1, COPY.name).max(255)),
    phoneNumbers: z.array(words.pipe(z.string().max(40, COPY.phone)), { error: COPY.none }).max(20),
    consent: z.boolean().optional(),
  }),
  response: z.object({
    success: z.boolean(),
    message: z.string(),
    results: z.array(invitationResultSchema).optional(),
  }),
  rateLimit: { name: 'send-invitations', limit: 20, windowSeconds: 3600 },
});

const codeParams = z.object({ code: z.string().regex(/^[0-9a-z]{26}$/) });

export const invitationSchema = z.object({
  invitedBy: z.string(),
  /** Masked; null once erased. */
  phone: z.string().nullable(),
  stopped: z.boolean(),
  joined: z.boolean(),
  /** What a referral was about, while it is public. */
  track: z.object({ id: z.int(), artistName: z.string(), trackTitle: z.string() }).nullable(),
});
export type Invitation = z.infer<typeof invitationSchema>;

export const getInvitation = endpoint({
  method: 'GET',
  path: '/api/invitations/:code',
  summary: 'Who invited the holder of this link, and what is kept about them',
  access: 'public',
  params: codeParams,
  response: invitationSchema,
  rateLimit: { name: 'invitation', limit: 120, windowSeconds: 600 },
});

export const answerInvitation = endpoint({
  method: 'POST',
  path: '/api/invitations/:code',
  summary: 'The invited person joins, stops further texts, or has the number erased',
  access: 'public',
  params: codeParams,
  body: z.object({ answer: z.enum(['join', 'stop', 'erase']) }),
  response: invitationSchema,
  rateLimit: { name: 'invitation-answer', limit: 60, windowSeconds: 600 },
});

export const invitedArtistSchema = z.object({
  id: z.int(),
  /** Empty once erased. */
  phoneNumber: z.string(),
  invitedBy: z.string(),
  invitationSent: z.boolean(),
  messageSid: z.string().nullable(),
  createdAt: z.iso.datetime(),
  delivery: z.enum(['waiting', 'delivered', 'undelivered']),
  /** As it stands: 'scheduled' waits for the morning there. */
  status: z.enum(['sent', 'scheduled', 'failed']),
  /** When a scheduled one goes. */
  sendAfter: z.iso.datetime().nullable(),
  reason: z.string().nullable(),
  joined: z.boolean(),
});
export type InvitedArtist = z.infer<typeof invitedArtistSchema>;

const INVITED_MOST = 5000;
export type InvitedSort = (typeof INVITED_SORTS)[number];
const searchQuery = z.object({ search: z.string().trim().max(100).optional() });

export const getInvitedArtists = endpoint({
  method: 'GET',
  path: '/api/admin/invited-artists',
  summary: 'Everybody who was invited, by date or by how their text stands',
  access: 'a&r',
  query: searchQuery.extend({
    sort: z.enum(INVITED_SORTS).default('date'),
    direction: directionSchema.default('desc'),
    /** Only those after this one: the id the last page ended with. */
    after: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
    limit: z.coerce.number().int().min(1).max(INVITED_MOST).default(INVITED_MOST),
  }),
  response: z.array(invitedArtistSchema),
});

export const exportInvitedArtists = endpoint({
  method: 'GET',
  path: '/api/admin/invited-artists/export',
  summary: 'The same as CSV',
  access: 'a&r',
  query: searchQuery,
  produces: 'text/csv; charset=utf-8',
});
