/** Texts as they went out, for staff. */
import { desc, lt } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { TEXTS_PAGE } from './limits.ts';
import { textMessages } from './table.ts';

export async function listTexts({ db }: Pick<Deps, 'db'>, before?: number) {
  const rows = await db
    .select()
    .from(textMessages)
    .where(before ? lt(textMessages.id, before) : undefined)
    .orderBy(desc(textMessages.id))
    .limit(TEXTS_PAGE);
  return rows.map(({ phone, sid, createdAt, sendAfter, ...row }) => ({
    ...row,
    phoneNumber: phone,
    messageSid: sid,
    createdAt: createdAt.toISOString(),
    sendAfter: sendAfter.toISOString(),
  }));
}
