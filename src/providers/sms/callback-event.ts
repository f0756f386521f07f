/** The form fields of a callback in our words. The embedded outbox speaks the same fields. */
import type { Delivery, TextEvent } from '#ports/sms.ts';

const DELIVERIES: Record<string, Delivery> = {
  delivered: 'delivered',
  read: 'delivered',
  undelivered: 'undelivered',
  failed: 'undelivered',
  canceled: 'undelivered',
};

/** queued, sending, sent: still under way. */
export const readStatus = (status: string): Delivery => DELIVERIES[status] ?? 'waiting';

export function readEvent(fields: Record<string, string> | null): TextEvent | null {
  if (!fields) return null;
  const { MessageSid: sid, MessageStatus: status, From: from, Body: body } = fields;
  if (status && sid) return { kind: 'delivery', sid, delivery: readStatus(status) };
  if (from && body !== undefined) return { kind: 'reply', from, body };
  return null;
}
