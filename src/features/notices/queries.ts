/** Reads of notices: the inbox of whoever owns the tracks and albums they are about, or follows an artist. */
import { and, desc, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { anyInt } from '#platform/db/any-of.ts';
import type { DbOrTx } from '#platform/db/connect.ts';
import type { ListPage, Owner } from '#ports/belongings.ts';
import type { Notice } from './contract.ts';
import { notices } from './table.ts';

/** About these tracks and albums; of a new track, to those who follow its artist and not to the artist. */
export const isFor = ({ submissionIds, albumIds, person }: Owner): SQL =>
  sql`((${notices.kind} <> 'track'
      AND (${notices.submissionId} = ${anyInt(submissionIds)} OR ${notices.albumId} = ${anyInt(albumIds)}))
    OR (${notices.kind} = 'track' AND ${notices.phoneE164} = ${person?.phone ?? null}::text))`;

export async function listNotices(
  reader: DbOrTx,
  owner: Owner,
  { before, limit }: ListPage,
): Promise<Notice[]> {
  const rows = await reader
    .select()
    .from(notices)
    .where(and(isFor(owner), before ? lt(notices.id, before) : undefined))
    .orderBy(desc(notices.id))
    .limit(limit);
  return rows.map(({ id, kind, title, body, path, createdAt, readAt }) => ({
    id,
    kind,
    title,
    body,
    path,
    createdAt: createdAt.toISOString(),
    read: readAt !== null,
  }));
}

export async function countUnread(reader: DbOrTx, owner: Owner): Promise<number> {
  // Asked on every page, mostly by visitors who have sent nothing.
  if (!owner.person && owner.submissionIds.length + owner.albumIds.length === 0) return 0;
  const [{ unread }] = await reader
    .select({ unread: sql<number>`count(*)::int` })
    .from(notices)
    .where(and(isFor(owner), isNull(notices.readAt)));
  return unread;
}
