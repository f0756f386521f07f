/** Erases what either adapter wrote into our database: a site that changed its provider still has the rows of the other. */
import { anyText } from '#platform/db/any-of.ts';
import { type Db, sql, type Tx } from '#platform/db/connect.ts';

export async function eraseNumber(tx: Tx, phone: string, standIn: string): Promise<void> {
  await tx.execute(sql`
    UPDATE sms_outbox SET to_number = '', body = '', idempotency_key = replace(idempotency_key, ${phone}, ${standIn})
    WHERE to_number = ${phone}`);
  await tx.execute(sql`
    UPDATE sms_keys SET to_number = '', key = replace(key, ${phone}, ${standIn}) WHERE to_number = ${phone}`);
}

export async function eraseBodies(tx: Tx, sids: readonly string[]): Promise<void> {
  await tx.execute(sql`UPDATE sms_outbox SET body = '' WHERE sid = ${anyText(sids)}`);
}

export async function sweepTexts(db: Db, before: Date, atMost: number): Promise<number> {
  const texts = await db.execute(sql`
    DELETE FROM sms_outbox WHERE sid IN (
      SELECT sid FROM sms_outbox WHERE created_at < ${before} AND settles_at < ${before} ORDER BY created_at LIMIT ${atMost})`);
  const keys = await db.execute(sql`
    DELETE FROM sms_keys WHERE key IN (
      SELECT key FROM sms_keys WHERE created_at < ${before} ORDER BY created_at LIMIT ${atMost})`);
  return (texts.rowCount ?? 0) + (keys.rowCount ?? 0);
}
