/** Texts and the keys that keep one from going twice: nobody asks after months, and no job tries for so long. */
import { sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';

const DAY_MS = 86_400_000;
/** What the adapters keep, and what staff can look up. */
const LIVES_MS = { atProvider: 90 * DAY_MS, ours: 365 * DAY_MS };

export async function sweepTexts(
  { db, clock, sms }: Pick<Deps, 'db' | 'clock' | 'sms'>,
  atMost: number,
): Promise<number> {
  const before = (ms: number) => new Date(clock.now().getTime() - ms);
  const { rowCount } = await db.execute(sql`
    DELETE FROM text_messages WHERE id IN (
      SELECT id FROM text_messages WHERE created_at < ${before(LIVES_MS.ours)} AND state IN ('sent', 'failed')
      ORDER BY id LIMIT ${atMost})`);
  return (rowCount ?? 0) + (await sms.sweep(before(LIVES_MS.atProvider), atMost));
}
