/** The albums of a visitor, with how far each is and what to do next. */
import { and, desc, eq, inArray, lt, or } from 'drizzle-orm';
import type { Basis } from '#deps.ts';
import type { DbOrTx } from '#platform/db/connect.ts';
import {
  type Belonging,
  type BelongingList,
  type Belongings,
  type ListPage,
  MOST_SUBJECTS,
  type Owner,
} from '#ports/belongings.ts';
import { describeAlbum } from './copy.ts';
import { senderDigest } from './service-drafts.ts';
import { albums } from './table.ts';

export function albumBelongings(deps: Basis): Belongings {
  return {
    async findSubjects(reader, { browserId, person }) {
      const isTheirs = or(
        ...(browserId ? [eq(albums.browserDigest, senderDigest(deps, browserId))] : []),
        ...(person ? [eq(albums.phoneE164, person.phone)] : []),
      );
      if (!isTheirs) return {};
      const rows = await reader
        .select({ id: albums.id })
        .from(albums)
        .where(isTheirs)
        .orderBy(desc(albums.id))
        .limit(MOST_SUBJECTS);
      return { albumIds: rows.map(({ id }) => id) };
    },
    parts: { album: listAlbums },
  };
}

async function listAlbums(
  reader: DbOrTx,
  { albumIds }: Owner,
  { before, limit }: ListPage,
): Promise<BelongingList> {
  const rows = await reader
    .select({
      id: albums.id,
      albumName: albums.albumName,
      state: albums.state,
      failureMessage: albums.failureMessage,
      createdAt: albums.createdAt,
      overallScore: albums.overallScore,
      submissionPaid: albums.submissionPaid,
      distributionPaid: albums.distributionPaid,
      selectedAt: albums.selectedAt,
    })
    .from(albums)
    .where(and(inArray(albums.id, albumIds), before ? lt(albums.id, before) : undefined))
    .orderBy(desc(albums.id))
    .limit(limit);
  const items = rows.map(
    (row): Belonging => ({
      id: row.id,
      title: row.albumName,
      at: row.createdAt,
      score: row.overallScore,
      ...describeAlbum(row),
    }),
  );
  return { items, total: albumIds.length };
}
