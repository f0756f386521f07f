/** Passkeys on the wire. What goes to and comes from the authenticator is WebAuthn's own JSON. */
import { z } from 'zod';
import { endpoint } from '#platform/http/endpoint.ts';
import { meSchema } from './contract.ts';

const when = z.iso.datetime();
const base64url = z
  .string()
  .regex(/^[\w-]+$/)
  .max(8192);
const descriptorSchema = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()).optional(),
});

/** What both kinds of answer of an authenticator carry. Whether any of it is true is for the verification to say. */
const credential = {
  id: base64url,
  rawId: base64url,
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
  clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
};

/** An authenticator's answer to the options of a new passkey. */
export const newPasskeyAnswerSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
});
export type NewPasskeyAnswer = z.infer<typeof newPasskeyAnswerSchema>;

/** Its answer when asked to sign with one. */
export const passkeyAnswerSchema = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.nullish(),
  }),
});
export type PasskeyAnswer = z.infer<typeof passkeyAnswerSchema>;

/** What the browser needs to make a passkey. */
export const newPasskeyOptionsSchema = z.object({
  challenge: z.string(),
  rp: z.object({ name: z.string(), id: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
  timeout: z.int(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(descriptorSchema),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
});

/** What it needs to sign with one. */
export const passkeyOptionsSchema = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
  allowCredentials: z.array(descriptorSchema),
});

export const passkeySchema = z.object({
  id: z.int(),
  /** The browser it was added in. */
  agent: z.string(),
  /** Kept by an account of theirs, so that their other devices have it too. */
  synced: z.boolean(),
  createdAt: when,
  lastUsedAt: when.nullable(),
});
export type Passkey = z.infer<typeof passkeySchema>;

export const getPasskeys = endpoint({
  method: 'GET',
  path: '/api/me/passkeys',
  summary: 'The passkeys of this person',
  access: 'person',
  response: z.array(passkeySchema),
});

export const beginPasskey = endpoint({
  method: 'POST',
  path: '/api/me/passkeys/options',
  summary: 'What the browser needs to make a passkey for this person',
  access: 'person',
  response: newPasskeyOptionsSchema,
  rateLimit: { name: 'passkey-options', limit: 600, windowSeconds: 3600, shared: true },
});

export const addPasskey = endpoint({
  method: 'POST',
  path: '/api/me/passkeys',
  summary: 'Keep the passkey the browser made',
  access: 'person',
  body: newPasskeyAnswerSchema,
  response: passkeySchema,
  rateLimit: { name: 'passkeys', limit: 120, windowSeconds: 3600, shared: true },
});

export const removePasskey = endpoint({
  method: 'DELETE',
  path: '/api/me/passkeys/:id',
  summary: 'Forget a passkey of one’s own',
  access: 'person',
  params: z.object({ id: z.coerce.number().int().positive().max(2_147_483_647) }),
  response: z.object({ success: z.literal(true) }),
});

export const askPasskey = endpoint({
  method: 'POST',
  path: '/api/me/passkey-sign-in/options',
  summary: 'What the browser needs to sign in with a passkey, whoever’s it is',
  access: 'public',
  response: passkeyOptionsSchema,
  rateLimit: { name: 'passkey-options', limit: 600, windowSeconds: 3600, shared: true },
});

export const provePasskey = endpoint({
  method: 'POST',
  path: '/api/me/passkey-sign-in',
  summary: 'Sign in with a passkey',
  access: 'public',
  body: passkeyAnswerSchema,
  response: z.object({ person: meSchema }),
  rateLimit: { name: 'passkeys', limit: 120, windowSeconds: 3600, shared: true },
});
