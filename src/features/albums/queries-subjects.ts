/** Albums by name, for payments that did not say which one they are for, and for the staff's search of orders. */
import { and, desc, eq, sql } from 'drizzle-orm';
import type { DbOrTx } from '#platform/db/connect.ts';
import type { Subject } from '#ports/grants.ts';
import { albums } from './table.ts';

export async function findAlbums(
  reader: DbOrTx,
  { id: wanted, words }: { id?: number; words?: string },
): Promise<Subject[]> {
  return reader
    .select({
      id: albums.id,
      title: albums.albumName,
      artistName: albums.artistName,
      phone: albums.phoneE164,
    })
    .from(albums)
    .where(
      and(
        wanted === undefined ? undefined : eq(albums.id, wanted),
        // As in the index album_submissions_words.
        words ? sql`(${albums.artistName} || E'\\n' || ${albums.albumName}) ILIKE ${words}` : undefined,
      ),
    )
    .orderBy(desc(albums.createdAt), desc(albums.id));
}
