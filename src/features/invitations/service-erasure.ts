/** Forgets numbers by itself when nobody answered for 30 days. */
import type { Deps } from '#deps.ts';
import { SILENT_DAYS } from '#features/sms/rules.ts';
import { eraseNumbers } from '#features/sms/service-erasure.ts';
import { sql } from '#platform/db/connect.ts';

const DAY_MS = 86_400_000;

/** What is older, and unanswered, is not kept. */
export const forgottenBefore = (now: Date) => new Date(now.getTime() - SILENT_DAYS * DAY_MS);

/** Numbers nobody answered from. Returns how many were forgotten. */
export async function eraseSilentNumbers(
  deps: Pick<Deps, 'db' | 'clock' | 'tokens' | 'personalData'>,
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
