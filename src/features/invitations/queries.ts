/** What staff read: texts as they went out, and invited artists. */
import { desc, lt, sql } from 'drizzle-orm';
import type { Deps } from '#app/deps.ts';
import { invitedArtists, textMessages } from './table.ts';

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

const LISTED_INVITED = 5000;

/** Newest first; the search is on phone and inviter, case-insensitive. */
export async function listInvited({ db }: Pick<Deps, 'db'>, search = '', limit = LISTED_INVITED) {
  const like = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
  const rows = await db
    .select({ invited: invitedArtists, text: textMessages })
    .from(invitedArtists)
    .leftJoin(textMessages, sql`${textMessages.key} = 'invitation:' || ${invitedArtists.id}`)
    .where(
      search
        ? sql`(${invitedArtists.phoneNumber} ILIKE ${like} OR ${invitedArtists.invitedBy} ILIKE ${like})`
        : undefined,
    )
    .orderBy(desc(invitedArtists.createdAt), desc(invitedArtists.id))
    .limit(limit);
  return rows.map(({ invited, text }) => ({
    id: invited.id,
    phoneNumber: invited.phoneNumber,
    invitedBy: invited.invitedBy,
    invitationSent: invited.invitationSent,
    messageSid: invited.messageSid,
    createdAt: invited.createdAt.toISOString(),
    delivery: text?.delivery ?? ('waiting' as const),
    scheduled: text?.state === 'waiting',
    reason: text?.reason ?? null,
    joined: invited.joinedAt !== null,
  }));
}
