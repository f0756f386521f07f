/** How the sandbox signs its events: an HMAC over time and body, as card processors do. Old signatures are worthless. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { PaymentError, type ProviderEvent } from '#ports/payments.ts';

export const SIGNATURE_HEADER = 'x-sandbox-signature';
/** A signature is believed for this long, in seconds: a request that was recorded cannot be sent again later. */
const TOLERANCE_SECONDS = 300;

const eventSchema = z.object({
  id: z.string().min(1).max(200),
  type: z.string().min(1).max(100),
  created: z.int(),
  intent: z.string().nullable(),
});
export type SandboxEventBody = z.infer<typeof eventSchema>;

export function signBody(secret: string, body: string, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000);
  return `t=${seconds},v1=${mac(secret, seconds, body)}`;
}

const mac = (secret: string, seconds: number, body: string) =>
  createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');

export function openSigned(
  secret: string,
  rawBody: Buffer,
  header: string | string[] | undefined,
  now: Date,
): ProviderEvent {
  const parts = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(typeof header === 'string' ? header : '');
  const body = rawBody.toString('utf8');
  if (!parts || !sameText(parts[2], mac(secret, Number(parts[1]), body)))
    throw new PaymentError('bad_signature', 'The signature does not match.');
  if (Math.abs(now.getTime() / 1000 - Number(parts[1])) > TOLERANCE_SECONDS)
    throw new PaymentError('bad_signature', 'The signature is too old.');
  const event = eventSchema.parse(JSON.parse(body));
  return {
    id: event.id,
    type: event.type,
    sentAt: new Date(event.created * 1000),
    intentId: event.intent,
  };
}

function sameText(a: string, b: string): boolean {
  return timingSafeEqual(Buffer.from(a), Buffer.from(b));
}
