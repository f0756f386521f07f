/** Forgets numbers: on the person's own wish at once, and by itself when nobody answered for 30 days. */
import type { Deps } from '#deps.ts';
import { SILENT_DAYS } from '#features/sms/rules.ts';
import { callOff, digestPhone } from '#features/sms/service.ts';
import { sql, type Tx } from '#platform/db/connect.ts';

const DAY_MS = 86_400_000;

/** What is older, and unanswered, is not kept. */
export const forgottenBefore = (now: Date) => new Date(now.getTime() - SILENT_DAYS * DAY_MS);

/** What stands in for an erased number where one person counts once. */
export const markErased = (digest: string) => `#${digest.slice(0, 19)}`;

/** Everywhere a texted number is written down. The digest stays where a rule needs it: once a track, never again. */
export async function eraseNumbers(
  deps: Pick<Deps, 'tokens' | 'textListeners'>,
  tx: Tx,
  phones: readonly string[],
  now: Date,
): Promise<void> {
  for (const phone of phones) {
    const digest = digestPhone(deps, phone);
    await callOff(deps, tx, digest, 'erased');
    // Words and keys spell names and numbers out as well.
    await tx.execute(sql`
      UPDATE text_messages SET phone = NULL, body = '', key = replace(key, ${phone}, ${digest}),
        state = CASE WHEN state = 'sending' THEN 'failed' ELSE state END,
        reason = CASE WHEN state = 'sending' THEN 'erased' ELSE reason END
      WHERE phone_digest = ${digest}`);
    await tx.execute(sql`
      UPDATE invited_artists SET phone_number = '', erased_at = ${now}
      WHERE phone_digest = ${digest} AND erased_at IS NULL`);
    await tx.execute(sql`
      UPDATE referrals SET referred_name = '', referred_phone = '', phone_e164 = ${markErased(digest)},
        text_key = replace(text_key, ${phone}, ${digest}) WHERE phone_e164 = ${phone}`);
    await tx.execute(sql`
      UPDATE sms_outbox SET to_number = '', body = '', idempotency_key = replace(idempotency_key, ${phone}, ${digest})
      WHERE to_number = ${phone}`);
    await tx.execute(sql`
      UPDATE sms_keys SET to_number = '', key = replace(key, ${phone}, ${digest}) WHERE to_number = ${phone}`);
  }
}

/** Numbers nobody answered from. Returns how many were forgotten. */
export async function eraseSilentNumbers(
  deps: Pick<Deps, 'db' | 'clock' | 'tokens' | 'textListeners'>,
  limit = 500,
): Promise<number> {
  const now = deps.clock.now();
  const cutoff = forgottenBefore(now);
  return deps.db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ phone: string }>(sql`
      SELECT phone FROM (
        SELECT phone, phone_digest, created_at FROM text_messages WHERE phone IS NOT NULL
        UNION ALL
        SELECT phone_number, phone_digest, created_at FROM invited_artists WHERE erased_at IS NULL
      ) kept
      WHERE NOT EXISTS (SELECT 1 FROM invited_artists i
        WHERE i.phone_digest = kept.phone_digest AND i.answered_at IS NOT NULL AND i.erased_at IS NULL)
      GROUP BY phone HAVING max(created_at) < ${cutoff} LIMIT ${limit}`);
    await eraseNumbers(
      deps,
      tx,
      rows.map(({ phone }) => phone),
      now,
    );
    return rows.length;
  });
}
