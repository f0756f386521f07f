/** The second factor of staff on the wire. */
import { z } from 'zod';
import {
  newPasskeyAnswerSchema,
  newPasskeyOptionsSchema,
  passkeyAnswerSchema,
} from '#features/people/contract-passkeys.ts';
import { rowId } from '#features/submissions/contract.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { COPY } from './copy.ts';

const when = z.iso.datetime();
const done = z.object({ success: z.literal(true) });
const withPassword = z.object({ password: z.string().max(200) });
const rateLimit = { name: 'factors', limit: 30, windowSeconds: 600 };
const codeSchema = z
  .string()
  .transform((code) => code.replace(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, COPY.wrongCode));

/** What proves a second factor: one of the two. */
export const givenFactor = { code: codeSchema.optional(), passkey: passkeyAnswerSchema.optional() };

const open = { access: 'staff', beforeSecondFactor: true } as const;

export const getFactors = endpoint({
  ...open,
  method: 'GET',
  path: '/api/admin/factors',
  summary: 'The second factors of this account',
  response: z.object({
    totp: z.boolean(),
    passkeys: z.array(
      z.object({ id: z.int(), agent: z.string(), createdAt: when, lastUsedAt: when.nullable() }),
    ),
  }),
});

export const beginTotp = endpoint({
  ...open,
  method: 'POST',
  path: '/api/admin/factors/totp',
  summary: 'A secret for an authenticator app; asked for at sign-in once a code of it was confirmed',
  body: withPassword,
  response: z.object({ secret: z.string(), link: z.string() }),
  rateLimit,
});

export const confirmTotp = endpoint({
  ...open,
  method: 'POST',
  path: '/api/admin/factors/totp/confirm',
  summary: 'Confirm the authenticator app with a first code; every other session ends',
  body: z.object({ code: codeSchema }),
  response: done,
  rateLimit,
});

export const beginStaffPasskey = endpoint({
  ...open,
  method: 'POST',
  path: '/api/admin/factors/passkeys/options',
  summary: 'What the browser needs to make a passkey for this account',
  body: withPassword,
  response: newPasskeyOptionsSchema,
  rateLimit,
});

export const addStaffPasskey = endpoint({
  ...open,
  method: 'POST',
  path: '/api/admin/factors/passkeys',
  summary: 'Keep the passkey the browser made; every other session ends',
  body: newPasskeyAnswerSchema,
  response: done,
  rateLimit,
});

export const removeFactor = endpoint({
  method: 'POST',
  path: '/api/admin/factors/remove',
  summary: 'Remove a second factor of one’s own',
  access: 'staff',
  body: withPassword.extend({ kind: z.enum(['totp', 'passkey']), id: rowId.optional() }),
  response: done,
  rateLimit,
});
