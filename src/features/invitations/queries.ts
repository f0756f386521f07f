/** What staff read: texts as they went out, and invited artists. */
import { desc, lt } from 'drizzle-orm';
import type { Deps } from '#app/deps.ts';
import { textMessages } from './table.ts';

const LISTED = 200;

export async function listTexts({ db }: Pick<Deps, 'db'>, before?: number) {
  const rows = await db
    .select()
    .from(textMessages)
    .where(before ? lt(textMessages.id, before) : undefined)
    .orderBy(desc(textMessages.id))
    .limit(LISTED);
  return rows.map(({ phone, sid, createdAt, sendAfter, ...row }) => ({
    ...row,
    phoneNumber: phone,
    messageSid: sid,
    createdAt: createdAt.toISOString(),
    sendAfter: sendAfter.toISOString(),
  }));
}
