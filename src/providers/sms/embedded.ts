/**
 * The embedded text provider: messages go into a table, nobody's phone rings. What a network would do is played by the
 * number's last four digits, so that every outcome can be tried by hand:
 *   0000 refused when sent, 0001 provider out of reach, 0002 undelivered, 0003 delivered after ten minutes,
 *   anything else delivered at once.
 */
import { randomBytes } from 'node:crypto';
import type { Clock } from '#platform/clock.ts';
import { type Db, sql } from '#platform/db/connect.ts';
import { type Delivery, type Sms, type Text, TextError } from '#ports/sms.ts';
import { readEvent } from './callback-event.ts';
import { openCallback } from './callback-signature.ts';
import { eraseBodies, eraseNumber, sweepTexts } from './erase-texts.ts';

const SLOW_SECONDS = 600;

export interface OutboxOptions {
  db: Db;
  clock: Clock;
  /** Signs callbacks, so that replies can be played by hand or by a test and by nobody else. */
  callbackSecret: string;
}

export function openOutbox({ db, clock, callbackSecret }: OutboxOptions): Sms {
  return {
    readCallback: (callback) => readEvent(openCallback(callbackSecret, callback)),
    name: 'outbox',
    eraseNumber,
    eraseBodies,
    sweep: (before, atMost) => sweepTexts(db, before, atMost),
    sendText: (text) => storeText(db, clock, text),
    canSchedule: () => true,
    cancelText: (sid) => cancelStored(db, clock, sid),
    async readTestPhone(key) {
      const { rows } = await db.execute<{ body: string }>(
        sql`SELECT body FROM sms_outbox WHERE idempotency_key = ${key} AND outcome = 'delivered'`,
      );
      return rows[0]?.body ?? null;
    },
    async readDelivery(sid) {
      const { rows } = await db.execute<{ outcome: Delivery; settled: boolean }>(
        sql`SELECT CASE WHEN cancelled_at IS NULL THEN outcome ELSE 'undelivered' END AS outcome,
          cancelled_at IS NOT NULL OR settles_at <= ${clock.now()} AS settled FROM sms_outbox WHERE sid = ${sid}`,
      );
      if (!rows[0]) return null;
      return rows[0].settled ? rows[0].outcome : 'waiting';
    },
  };
}

async function storeText(
  db: Db,
  clock: Clock,
  { to, body, idempotencyKey, sendAfter }: Text,
): Promise<{ sid: string }> {
  if (to.endsWith('0000')) throw new TextError('refused', `The number ${to} cannot be texted.`);
  if (to.endsWith('0001')) throw new TextError('unavailable', 'The text provider could not be reached.');
  const sid = `SM${randomBytes(16).toString('hex')}`;
  const now = clock.now();
  const leaves = Math.max(now.getTime(), sendAfter?.getTime() ?? 0);
  const settlesAt = new Date(leaves + (to.endsWith('0003') ? SLOW_SECONDS * 1000 : 0));
  const outcome: Delivery = to.endsWith('0002') ? 'undelivered' : 'delivered';
  // The key's first message is the message: a repetition only learns its sid.
  const { rows } = await db.execute<{ sid: string; to_number: string }>(sql`
    INSERT INTO sms_outbox (sid, idempotency_key, to_number, body, created_at, send_after, settles_at, outcome)
    VALUES (${sid}, ${idempotencyKey}, ${to}, ${body}, ${now}, ${sendAfter ?? null}, ${settlesAt}, ${outcome})
    ON CONFLICT (idempotency_key) DO UPDATE SET idempotency_key = excluded.idempotency_key
    RETURNING sid, to_number`);
  if (rows[0].to_number !== to)
    throw new TextError('refused', 'This key belongs to a message to another number.');
  return { sid: rows[0].sid };
}

async function cancelStored(db: Db, clock: Clock, sid: string): Promise<boolean> {
  const now = clock.now();
  const { rowCount } = await db.execute(sql`
    UPDATE sms_outbox SET cancelled_at = coalesce(cancelled_at, ${now}),
      idempotency_key = CASE WHEN cancelled_at IS NULL THEN 'cancelled:' || sid ELSE idempotency_key END
    WHERE sid = ${sid} AND (cancelled_at IS NOT NULL OR send_after > ${now})`);
  return rowCount === 1;
}
