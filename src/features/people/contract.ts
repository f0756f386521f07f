/** People on the wire: who is signed in. */
import { z } from 'zod';
import { endpoint } from '#platform/http/endpoint.ts';

/** What a person sees of themselves; nobody else sees any of it. */
export const meSchema = z.object({
  /** E.164. */
  phone: z.string(),
  provenBy: z.enum(['sms', 'passkey']),
});

export const getMe = endpoint({
  method: 'GET',
  path: '/api/me',
  summary: 'Who is signed in here, or nobody',
  access: 'public',
  response: z.object({ person: meSchema.nullable() }),
});

export const signOut = endpoint({
  method: 'POST',
  path: '/api/me/sign-out',
  summary: 'End this session',
  access: 'person',
  response: z.object({ success: z.literal(true) }),
});
