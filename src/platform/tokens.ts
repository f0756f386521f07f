/**
 * Signed tokens: what the server said, when it stops being true, and for which purpose. A token made for one purpose is
 * worthless for another. Format: base64url(payload JSON) '.' base64url(HMAC-SHA256).
 */
import { createHmac, createSecretKey, randomFillSync, timingSafeEqual } from 'node:crypto';

export type TokenPurpose =
  | 'browser'
  | 'owner'
  | 'access'
  | 'distribution'
  | 'ticket'
  | 'receipt'
  | 'invite'
  | 'album'
  | 'staff-device'
  | 'challenge';

export interface TokenClaims {
  /** What it is about, e.g. a submission id. */
  subject: string;
  /** Milliseconds since 1970; absent: never expires. */
  expiresAt?: number;
  /** Anything else that must match, e.g. the creation time. */
  extra?: string;
}

export interface Tokens {
  sign(purpose: TokenPurpose, claims: TokenClaims): string;
  verify(purpose: TokenPurpose, token: string | undefined, now: Date): TokenClaims | null;
  /** A keyed digest, for values that must be compared but not stored readable. */
  digest(purpose: string, value: string): string;
}

export function createTokens(secret: string): Tokens {
  const key = createSecretKey(secret, 'utf8');
  const mac = (purpose: string, body: string) =>
    createHmac('sha256', key).update(`${purpose}\n${body}`).digest('base64url');
  return {
    sign(purpose, { subject, expiresAt, extra }) {
      const body = Buffer.from(JSON.stringify([subject, expiresAt ?? 0, extra ?? ''])).toString('base64url');
      return `${body}.${mac(purpose, body)}`;
    },
    verify(purpose, token, now) {
      const [body, signature, rest] = (token ?? '').split('.');
      if (!body || !signature || rest !== undefined || !sameText(signature, mac(purpose, body))) return null;
      const [subject, expiresAt, extra] = JSON.parse(Buffer.from(body, 'base64url').toString('utf8'));
      if (expiresAt && expiresAt <= now.getTime()) return null;
      return { subject, expiresAt: expiresAt || undefined, extra: extra || undefined };
    },
    digest: (purpose, value) => mac(`digest:${purpose}`, value),
  };
}

function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
/** Fetched by the thousand, each given once: fetching so few at a time takes longer than all else about a code. */
const random = Buffer.alloc(4096);
let given = random.length;
function takeRandom(length: number): Buffer {
  if (given + length > random.length) {
    randomFillSync(random);
    given = 0;
  }
  given += length;
  return random.subarray(given - length, given);
}

function spell(bytes: Buffer): string {
  let text = '';
  for (const byte of bytes) text += ALPHABET[byte & 31];
  return text;
}

/** Unguessable, 26 characters of Crockford's base32 (130 bits), readable aloud. */
export function randomCode(length = 26): string {
  const bytes = takeRandom(length);
  const code = spell(bytes);
  bytes.fill(0);
  return code;
}

/** Such a code that is always the same for the same thing, and tells nothing about it. */
export function keyedCode(tokens: Pick<Tokens, 'digest'>, purpose: string, value: string): string {
  return spell(Buffer.from(tokens.digest(purpose, value), 'base64url').subarray(0, 26));
}
