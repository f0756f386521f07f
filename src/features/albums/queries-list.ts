/** The album database as staff read it: all rows, or one row per phone number, searched, filtered and paged. */
import { desc, inArray, type SQL, sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { type EntryOf, findEntriesOf } from '#features/duplicates/queries.ts';
import { isSamePhone } from '#features/duplicates/rules.ts';
import type { AlbumFilter, AlbumListRow } from './contract-staff.ts';
import { PAGE_SIZE } from './limits.ts';
import { coverUrlOf } from './rules.ts';
import { type AlbumRow, albums, albumTracks } from './table.ts';

type Reads = Pick<Deps, 'db'>;

export interface Wanted {
  search: string;
  filter: AlbumFilter;
}

/** Case does not matter in names; a phone number is searched as it was typed (AB-10). */
function matches({ search, filter }: Wanted): SQL {
  const pattern = `%${search.trim().replace(/[\\%_]/g, '\\$&')}%`;
  const found = search.trim()
    ? sql`(artist_name ILIKE ${pattern} OR album_name ILIKE ${pattern} OR phone_number LIKE ${pattern})`
    : sql`true`;
  const states: Record<AlbumFilter, SQL> = {
    all: sql`true`,
    analyzed: sql`analyzed`,
    pending: sql`NOT analyzed`,
    paid: sql`distribution_paid`,
  };
  return sql`${found} AND ${states[filter]}`;
}

/** Ids of the newest matching album per phone number, newest first. */
export async function listUniqueIds(
  { db }: Reads,
  wanted: Wanted,
  limit: number,
  offset = 0,
): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    SELECT id FROM (
      SELECT DISTINCT ON (phone_key) id, created_at FROM album_submissions
      WHERE ${matches(wanted)} ORDER BY phone_key, created_at DESC, id DESC
    ) AS newest
    ORDER BY created_at DESC, id DESC LIMIT ${limit} OFFSET ${offset}`);
  return rows.map(({ id }) => id);
}

export async function countUnique({ db }: Reads, wanted: Wanted): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`SELECT count(DISTINCT phone_key)::int AS count FROM album_submissions WHERE ${matches(wanted)}`,
  );
  return rows[0].count;
}

export async function listAllAlbums({ db }: Reads): Promise<AlbumListRow[]> {
  const rows = await db.select().from(albums).orderBy(desc(albums.createdAt), desc(albums.id));
  return presentRows({ db }, rows);
}

export async function pageAlbums(deps: Reads, wanted: Wanted & { page: number }) {
  const total = await countUnique(deps, wanted);
  const pages = Math.max(1, Math.ceil(total / PAGE_SIZE));
  const page = Math.min(wanted.page, pages);
  const ids = await listUniqueIds(deps, wanted, PAGE_SIZE, (page - 1) * PAGE_SIZE);
  const found = ids.length ? await deps.db.select().from(albums).where(inArray(albums.id, ids)) : [];
  found.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
  return { rows: await presentRows(deps, found), total, page, pages, stats: await readStats(deps) };
}

async function readStats({ db }: Reads) {
  const { rows } = await db.execute<{ total: number; analyzed: number; paid: number; followUps: number }>(sql`
    SELECT count(*)::int AS total, count(*) FILTER (WHERE analyzed)::int AS analyzed,
      count(*) FILTER (WHERE distribution_paid)::int AS paid,
      count(follow_up_sent_at)::int AS "followUps"
    FROM album_submissions`);
  return rows[0];
}

async function presentRows({ db }: Reads, rows: readonly AlbumRow[]): Promise<AlbumListRow[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const tracks = await db.select().from(albumTracks).where(inArray(albumTracks.albumId, ids));
  const sha256s = tracks.map(({ audioSha256 }) => audioSha256);
  const entries = await findEntriesOf({ db }, sha256s);
  return rows.map((row) => {
    const own = tracks.filter(({ albumId }) => albumId === row.id);
    const titleAt = (place: number) =>
      own.find(({ position }) => position === place)?.title || `Track ${place}`;
    return {
      id: row.id,
      artistName: row.artistName,
      albumName: row.albumName,
      phoneNumber: row.phoneNumber,
      tracks: { track1Title: titleAt(1), track2Title: titleAt(2), track3Title: titleAt(3) },
      coverImageUrl: coverUrlOf(row.coverKey),
      analyzed: row.analyzed,
      distributionPaid: row.distributionPaid,
      followUpSent: row.followUpSentAt !== null,
      overallScore: row.overallScore,
      copies: own.flatMap((track) => listCopies(row, track, entries)),
      createdAt: row.createdAt.toISOString(),
    };
  });
}

/** Entries that came before the album, from another phone number. */
function listCopies(
  album: AlbumRow,
  { audioSha256, position }: typeof albumTracks.$inferSelect,
  entries: readonly EntryOf[],
): AlbumListRow['copies'] {
  return entries
    .filter((entry) => entry.audioSha256 === audioSha256)
    .filter((entry) => entry.createdAt < album.createdAt && !isSamePhone(entry, album))
    .map(({ id, trackTitle, artistName, exact, share }) => ({
      track: position ?? 1,
      exact,
      share,
      entry: { id, trackTitle, artistName },
    }));
}
