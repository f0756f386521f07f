/** Changes to artist pages by those they belong to, and following. */
import { and, eq, sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { AppError } from '#platform/errors.ts';
import type { Artist } from './contract.ts';
import { MOST_FOLLOWED } from './limits.ts';
import { artistNotFound, findPage, readFollow } from './queries.ts';
import { artistFollows, artistPages } from './table.ts';

type Words = Pick<Artist, 'bio' | 'links' | 'showsAlbums'>;

/** Of somebody else's page it is not even said that it is there. */
export async function changeArtist(
  { db }: Pick<Deps, 'db'>,
  id: number,
  phone: string,
  words: Partial<Words>,
): Promise<Words> {
  const isOwn = and(eq(artistPages.id, id), eq(artistPages.phoneE164, phone))!;
  // Nothing to change is no error, and no statement the database would refuse.
  if (Object.values(words).some((value) => value !== undefined))
    await db.update(artistPages).set(words).where(isOwn);
  const { bio, links, showsAlbums } = await findPage(db, isOwn);
  return { bio, links, showsAlbums };
}

type FollowDeps = Pick<Deps, 'db' | 'clock'>;

/** Once a person and page, however often it is asked for. */
export async function followArtist({ db, clock }: FollowDeps, id: number, phone: string) {
  return db.transaction(async (tx) => {
    const page = await findPage(tx, eq(artistPages.id, id));
    if (page.phoneE164 === phone) throw new AppError('conflict', 'This page is your own.');
    const followed = await tx.$count(artistFollows, eq(artistFollows.phoneE164, phone));
    if (followed >= MOST_FOLLOWED)
      throw new AppError('conflict', `You follow ${MOST_FOLLOWED} artists, which is as many as fit.`);
    // Held, so that a page erased meanwhile is an answer and not a fault.
    const held = await tx.execute(sql`SELECT FROM artist_pages WHERE id = ${id} FOR KEY SHARE`);
    if (held.rowCount === 0) throw artistNotFound();
    await tx
      .insert(artistFollows)
      .values({ pageId: id, phoneE164: phone, createdAt: clock.now() })
      .onConflictDoNothing();
    return readFollow(tx, id, phone);
  });
}

export async function unfollowArtist({ db }: Pick<Deps, 'db'>, id: number, phone: string) {
  await db.delete(artistFollows).where(and(eq(artistFollows.pageId, id), eq(artistFollows.phoneE164, phone)));
  return readFollow(db, id, phone);
}
