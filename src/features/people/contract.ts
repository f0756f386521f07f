/** People on the wire: proving a number, who is signed in, and where. */
import { z } from 'zod';
import { endpoint } from '#platform/http/endpoint.ts';
import { CODE_DIGITS } from './limits.ts';

const when = z.iso.datetime();
const done = z.object({ success: z.literal(true) });
const phoneSchema = z.string().trim().min(1, 'Please enter your phone number').max(40);

/** What a person sees of themselves; nobody else sees any of it. */
export const meSchema = z.object({
  /** E.164. */
  phone: z.string(),
  provenBy: z.enum(['sms', 'passkey']),
});
export type Me = z.infer<typeof meSchema>;

export const getMe = endpoint({
  method: 'GET',
  path: '/api/me',
  summary: 'Who is signed in here, as a person and as staff, or nobody',
  access: 'public',
  reviewersToo: true,
  response: z.object({
    person: meSchema.nullable(),
    /** For the header of every page, which asks strangers too. */
    staff: z.object({ name: z.string() }).nullable(),
  }),
});

export const askCode = endpoint({
  method: 'POST',
  path: '/api/me/code',
  summary: 'Text a one-time code to a number. The answer is the same whether or not the text goes out',
  access: 'public',
  body: z.object({
    phone: phoneSchema,
    /** Agrees to be texted about what is theirs, once the number is proven. */
    consent: z.boolean().optional(),
  }),
  response: z.object({
    serverTime: when,
    /** When another code may be asked for. */
    againAt: when,
    /** When this one is worth nothing. */
    expiresAt: when,
    /** In a demo, where no phone rings: the text as it would have arrived, or null when none did. Otherwise absent. */
    testPhone: z.object({ code: z.string(), text: z.string() }).nullable().optional(),
  }),
  rateLimit: { name: 'codes', limit: 60, windowSeconds: 86_400, shared: true },
});
export type AskedCode = z.infer<NonNullable<typeof askCode.response>>;

export const proveNumber = endpoint({
  method: 'POST',
  path: '/api/me/sign-in',
  summary: 'Sign in with the code that was texted',
  access: 'public',
  body: z.object({
    phone: phoneSchema,
    code: z
      .string()
      .trim()
      .regex(new RegExp(`^\\d{${CODE_DIGITS}}$`), `Please enter the ${CODE_DIGITS} digits`),
  }),
  response: z.object({
    person: meSchema,
    /** How many passkeys they have: with none, the page offers one. */
    passkeys: z.int(),
  }),
  rateLimit: { name: 'code-tries', limit: 60, windowSeconds: 3600, shared: true },
});

export const signOut = endpoint({
  method: 'POST',
  path: '/api/me/sign-out',
  summary: 'End this session',
  access: 'person',
  response: done,
});

export const signOutEverywhere = endpoint({
  method: 'POST',
  path: '/api/me/sign-out-everywhere',
  summary: 'End every session of this person, this one too',
  access: 'person',
  response: z.object({ ended: z.int() }),
});

export const deviceSchema = z.object({
  id: z.int(),
  /** What the browser calls itself. */
  agent: z.string(),
  provenBy: meSchema.shape.provenBy,
  createdAt: when,
  lastSeenAt: when,
  current: z.boolean(),
});
export type Device = z.infer<typeof deviceSchema>;

export const getDevices = endpoint({
  method: 'GET',
  path: '/api/me/devices',
  summary: 'Where this person is signed in',
  access: 'person',
  response: z.array(deviceSchema),
});

export const endDevice = endpoint({
  method: 'DELETE',
  path: '/api/me/devices/:id',
  summary: 'Sign out one device of one’s own',
  access: 'person',
  params: z.object({ id: z.coerce.number().int().positive().max(2_147_483_647) }),
  response: done,
});
