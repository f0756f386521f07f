/**
 * Who really sent a callback: HMAC-SHA1 over the address and the sorted form fields, base64, as Twilio documents for
 * X-Twilio-Signature. Written here because loading the vendor's library for it would cost every start half a second.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';

export function signCallback(secret: string, url: string, fields: Record<string, string>): string {
  const joined = Object.keys(fields)
    .sort()
    .reduce((text, name) => text + name + fields[name], url);
  return createHmac('sha1', secret).update(joined, 'utf8').digest('base64');
}

/** The fields of a form body when the signature is right, null otherwise. */
export function openCallback(
  secret: string,
  { url, signature, body }: { url: string; signature: string | undefined; body: string },
): Record<string, string> | null {
  const fields = Object.fromEntries(new URLSearchParams(body));
  const [given, right] = [Buffer.from(signature ?? ''), Buffer.from(signCallback(secret, url, fields))];
  return given.length === right.length && timingSafeEqual(given, right) ? fields : null;
}
