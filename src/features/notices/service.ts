/** Notices: written in the transaction of the deed they tell of, once a deed; their text is a job of its own. */
import { and, eq, inArray, isNull, or } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { type DbOrTx, sql, type Tx } from '#platform/db/connect.ts';
import type { Owner } from '#ports/belongings.ts';
import type { NoticeKind } from './contract.ts';
import { NOTICE_TEXT_JOB } from './job-names.ts';
import { isFor } from './queries.ts';
import { noticeSettings, notices } from './table.ts';

/** What it is about: a track or an album, and with it whose it is. */
export type NoticeSubject = { submissionId: number } | { albumId: number };

export interface NewNotice {
  kind: NoticeKind;
  /** The same key is the same deed. */
  key: string;
  about: NoticeSubject;
  /** The number of the track or album, in E.164. */
  phone: string | null;
  title: string;
  body: string;
  /** On this site. */
  path: string;
}

export async function addNotice(
  { clock, queue }: Pick<Deps, 'clock' | 'queue'>,
  tx: Tx,
  { about, phone, ...notice }: NewNotice,
): Promise<void> {
  const [row] = await tx
    .insert(notices)
    .values({ ...notice, ...about, phoneE164: phone, createdAt: clock.now() })
    .onConflictDoNothing({ target: notices.key })
    .returning({ id: notices.id });
  if (row && phone && (await wantsTexts(tx, phone)))
    await queue.enqueue(tx, NOTICE_TEXT_JOB, { noticeId: row.id });
}

export interface TrackNews extends Pick<NewNotice, 'title' | 'body' | 'path'> {
  submissionId: number;
  /** Those who follow its artist: by which follow, and their numbers. */
  followers: readonly { id: number; phone: string }[];
}

/** In the inbox alone: nobody who follows has agreed to a text. Once a track and follow. */
export async function tellFollowers(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  { submissionId, followers, ...words }: TrackNews,
): Promise<void> {
  await tx
    .insert(notices)
    .values(
      followers.map(({ id, phone }) => ({
        ...words,
        kind: 'track' as const,
        key: `track:${submissionId}:${id}`,
        submissionId,
        phoneE164: phone,
        createdAt: clock.now(),
      })),
    )
    .onConflictDoNothing({ target: notices.key });
}

async function wantsTexts(tx: DbOrTx, phone: string): Promise<boolean> {
  const rows = await tx
    .select({ one: sql`1` })
    .from(noticeSettings)
    .where(and(eq(noticeSettings.phoneE164, phone), eq(noticeSettings.texts, true)));
  return rows.length > 0;
}

export interface Which {
  ids?: number[];
  /** The report of this track was opened. */
  reportOf?: number;
}

/** Marks their own notices as read; those of others stay as they are. */
export async function markRead(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  owner: Owner,
  { ids = [], reportOf }: Which,
): Promise<void> {
  const isReport = and(eq(notices.kind, 'report'), eq(notices.submissionId, reportOf ?? 0));
  await db
    .update(notices)
    .set({ readAt: clock.now() })
    .where(and(isFor(owner), isNull(notices.readAt), or(inArray(notices.id, ids), isReport)));
}
