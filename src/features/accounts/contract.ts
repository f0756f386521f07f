/** Staff accounts on the wire: sign-in, sessions, accounts, requests for access. */
import { z } from 'zod';
import { REQUEST_STATES } from '#features/partners/contract.ts';
import { passkeyOptionsSchema } from '#features/people/contract-passkeys.ts';
import { idParams, searchPageQuery } from '#features/submissions/contract.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { givenFactor } from './contract-factors.ts';
import { COPY } from './copy.ts';
import { PASSWORD_MIN, STAFF_ROLES } from './limits.ts';

const emailSchema = z.email(COPY.email).max(255);
/** For signing in: an old password may be shorter than a new one must be. */
const passwordSchema = z.string().min(6, COPY.password).max(200);
const newPasswordSchema = z.string().min(PASSWORD_MIN, COPY.newPassword).max(200);
const roleSchema = z.enum(STAFF_ROLES);
const when = z.iso.datetime();
const done = z.object({ success: z.literal(true) });

export const loginSchema = z.object({ email: emailSchema, password: passwordSchema, ...givenFactor });

export const staffSchema = z.object({ id: z.int(), email: z.string(), name: z.string(), role: roleSchema });
export type Staff = z.infer<typeof staffSchema>;

export const login = endpoint({
  method: 'POST',
  path: '/api/admin/login',
  summary: 'Sign in as staff',
  access: 'public',
  body: loginSchema,
  /** Without success: the password is right, and one of these is asked for besides it. */
  response: z.object({
    success: z.boolean(),
    message: z.string(),
    secondFactor: z.object({ totp: z.boolean(), passkey: passkeyOptionsSchema.nullable() }).optional(),
  }),
  // Refused guesses cost next to nothing; a whole office may come from one address.
  rateLimit: { name: 'login', limit: 600, windowSeconds: 300 },
});

export const me = endpoint({
  method: 'GET',
  path: '/api/admin/me',
  summary: 'Who is signed in',
  access: 'staff',
  beforeSecondFactor: true,
  /** `lacksFactor`: this account has to set up a second factor before it can do anything else. */
  response: staffSchema.extend({ lacksFactor: z.boolean() }),
});

export const logout = endpoint({
  method: 'POST',
  path: '/api/admin/logout',
  summary: 'End this session on the server',
  access: 'staff',
  beforeSecondFactor: true,
  response: done,
});

export const logoutEverywhere = endpoint({
  method: 'POST',
  path: '/api/admin/logout-everywhere',
  summary: 'End every session of this account, this one too',
  access: 'staff',
  response: z.object({ ended: z.int() }),
});

export const sessionSchema = z.object({
  id: z.int(),
  address: z.string(),
  agent: z.string(),
  createdAt: when,
  lastSeenAt: when,
  expiresAt: when,
  current: z.boolean(),
});

export const getSessions = endpoint({
  method: 'GET',
  path: '/api/admin/sessions',
  summary: 'The open sessions of this account',
  access: 'staff',
  response: z.array(sessionSchema),
});

export const revokeSession = endpoint({
  method: 'DELETE',
  path: '/api/admin/sessions/:id',
  summary: 'End one session: one of one’s own, or anybody’s as an owner',
  access: 'staff',
  params: idParams,
  response: done,
});

export const changePassword = endpoint({
  method: 'POST',
  path: '/api/admin/password',
  summary: 'Change one’s own password; every other session ends',
  access: 'staff',
  body: z.object({ current: z.string().max(200), next: newPasswordSchema }),
  response: z.object({ endedSessions: z.int() }),
  rateLimit: { name: 'password', limit: 20, windowSeconds: 600 },
});

export const accountSchema = staffSchema.extend({
  createdAt: when,
  lastSignInAt: when.nullable(),
  disabled: z.boolean(),
  secondFactor: z.boolean(),
  sessions: z.int(),
});
export type Account = z.infer<typeof accountSchema>;

export const getAccounts = endpoint({
  method: 'GET',
  path: '/api/admin/accounts',
  summary: 'Staff accounts',
  access: 'owner',
  response: z.array(accountSchema),
});

export const newAccountSchema = z.object({
  email: emailSchema,
  name: z.string().trim().min(1, 'Name is required').max(255),
  role: roleSchema.default('a&r'),
  password: newPasswordSchema,
});
export type NewAccount = z.infer<typeof newAccountSchema>;

export const createAccount = endpoint({
  method: 'POST',
  path: '/api/admin/accounts',
  summary: 'Make a staff account',
  access: 'owner',
  body: newAccountSchema,
  response: z.object({ id: z.int() }),
});

const accountChangeSchema = z.object({
  disabled: z.boolean().optional(),
  role: roleSchema.optional(),
  password: newPasswordSchema.optional(),
  /** Somebody lost the phone: the next sign-in asks for the password alone. */
  dropFactors: z.literal(true).optional(),
});
export type AccountChange = z.infer<typeof accountChangeSchema>;

export const updateAccount = endpoint({
  method: 'PATCH',
  path: '/api/admin/accounts/:id',
  summary:
    'Disable or enable an account, change its role, give it a new password, or take its second factors off',
  access: 'owner',
  params: idParams,
  body: accountChangeSchema,
  response: done,
});

export const accessApplicationSchema = z.object({
  name: z.string().trim().min(1, 'Name is required').max(255),
  email: z.email('Invalid email address').max(255),
  label: z.string().trim().min(1, 'Label is required').max(255),
  message: z.string().trim().max(4000).default(''),
  confirmed: z.literal(true, 'Please confirm all three requirements'),
  /** Hidden from people. Whatever fills it in is a robot: it is thanked, and nothing is stored. */
  website: z.string().max(500).optional(),
});
export type AccessApplication = z.infer<typeof accessApplicationSchema>;

export const applyForAccess = endpoint({
  method: 'POST',
  path: '/api/access-requests',
  summary: 'Apply for A&R access; staff read it',
  access: 'public',
  body: accessApplicationSchema,
  response: done,
  rateLimit: { name: 'access-request', limit: 5, windowSeconds: 3600 },
});

export const accessRequestSchema = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  label: z.string(),
  message: z.string(),
  state: z.enum(REQUEST_STATES),
  createdAt: when,
  decidedAt: when.nullable(),
});
export type AccessRequest = z.infer<typeof accessRequestSchema>;

export const getAccessRequests = endpoint({
  method: 'GET',
  path: '/api/admin/access-requests',
  summary:
    'Applications for A&R access: new ones first, then newest first; searched by name, email and label',
  access: 'a&r',
  query: searchPageQuery,
  response: z.array(accessRequestSchema),
});

export const decideAccessRequest = endpoint({
  method: 'POST',
  path: '/api/admin/access-requests/:id',
  summary: 'Notes what was done about an application',
  access: 'a&r',
  params: idParams,
  body: z.object({ state: z.enum(REQUEST_STATES) }),
  response: done,
});
