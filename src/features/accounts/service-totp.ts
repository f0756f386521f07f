/** One-time codes by the clock, as authenticator apps show them: RFC 6238 with SHA-1, six digits, thirty seconds. */
import { createHmac, timingSafeEqual } from 'node:crypto';

const STEP_MS = 30_000;
/** A clock may be off by this many steps either way. */
const DRIFT = 1;

/** The code of a time step (RFC 4226). */
export function codeAt(secret: Uint8Array, step: number, digits = 6): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = mac[mac.length - 1] & 0xf;
  const number = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/** The time step a code belongs to, or null when it is none of now. */
export function matchCode(secret: Uint8Array, code: string, now: Date): number | null {
  const current = Math.floor(now.getTime() / STEP_MS);
  let found: number | null = null;
  for (let step = current - DRIFT; step <= current + DRIFT; step++) {
    const expected = Buffer.from(codeAt(secret, step));
    const given = Buffer.from(code);
    if (given.length === expected.length && timingSafeEqual(given, expected)) found = step;
  }
  return found;
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** As people type it into an app (RFC 4648). */
export function spellSecret(secret: Uint8Array): string {
  let bits = '';
  for (const byte of secret) bits += byte.toString(2).padStart(8, '0');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => BASE32[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('');
}

/** What an app reads when its link is opened. */
export function totpLink(issuer: string, account: string, secret: string): string {
  const name = encodeURIComponent(issuer);
  return `otpauth://totp/${name}:${encodeURIComponent(account)}?secret=${secret}&issuer=${name}`;
}
