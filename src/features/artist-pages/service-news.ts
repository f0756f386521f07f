/** Tells those who follow an artist of a new track: in their inbox, never by text, which nobody agreed to here. */
import { and, asc, eq, gt, isNull, lte } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { tellFollowers } from '#features/notices/service.ts';
import { submissions } from '#features/submissions/table.ts';
import type { Tx } from '#platform/db/connect.ts';
import { artistFollows, artistNews, artistPages } from './table.ts';

type NewsDeps = Pick<Deps, 'db' | 'clock'>;

/** So many followers are written to at once. */
const BATCH = 1000;

/** One track a transaction, until none waits; two workers never take the same one. */
export async function tellNews(deps: NewsDeps): Promise<void> {
  while (await deps.db.transaction((tx) => tellOne(deps, tx)));
}

async function tellOne({ clock }: NewsDeps, tx: Tx): Promise<boolean> {
  const [news] = await tx
    .select({ id: artistNews.submissionId, lastFollow: artistNews.lastFollow })
    .from(artistNews)
    .where(isNull(artistNews.toldAt))
    .orderBy(asc(artistNews.submissionId))
    .limit(1)
    .for('update', { skipLocked: true });
  if (!news) return false;
  await tx.update(artistNews).set({ toldAt: clock.now() }).where(eq(artistNews.submissionId, news.id));
  const [track] = await tx
    .select({ id: submissions.id, title: submissions.trackTitle, page: artistPages })
    .from(submissions)
    .innerJoin(artistPages, eq(artistPages.id, submissions.artistId))
    // Taken off the board since: there is nothing to hear.
    .where(and(eq(submissions.id, news.id), eq(submissions.listed, true)));
  if (!track) return true;
  for (let after = 0; ; ) {
    const followers = await listFollowers(tx, track.page.id, { after, last: news.lastFollow });
    if (followers.length === 0) return true;
    await tellFollowers({ clock }, tx, {
      submissionId: track.id,
      followers,
      title: `New from ${track.page.name}`,
      body: `“${track.title}” is on the board.`,
      path: `/artist/${track.page.id}`,
    });
    after = followers[followers.length - 1].id;
  }
}

const listFollowers = (tx: Tx, pageId: number, { after, last }: { after: number; last: number }) =>
  tx
    .select({ id: artistFollows.id, phone: artistFollows.phoneE164 })
    .from(artistFollows)
    .where(and(eq(artistFollows.pageId, pageId), gt(artistFollows.id, after), lte(artistFollows.id, last)))
    .orderBy(asc(artistFollows.id))
    .limit(BATCH);
