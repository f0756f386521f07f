/** The album database as staff read it: all rows, or one row per phone number, searched, filtered and paged. */
import { desc, inArray, type SQL, sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { type EntryOf, findEntriesOf } from '#features/duplicates/queries.ts';
import { isSamePhone } from '#features/duplicates/rules.ts';
import type { AlbumFilter, AlbumListRow } from './contract-staff.ts';
import { PAGE_SIZE } from './limits.ts';
import { coverUrlOf } from './rules.ts';
import { type AlbumRow, albumSelections, albums, albumTracks } from './table.ts';

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

/** Every album that matches, or the newest of each phone number. */
const listed = (wanted: Wanted, each: 'phone' | 'album'): SQL =>
  each === 'album'
    ? sql`SELECT id, created_at FROM album_submissions WHERE ${matches(wanted)}`
    : sql`SELECT DISTINCT ON (phone_key) id, created_at FROM album_submissions
        WHERE ${matches(wanted)} ORDER BY phone_key, created_at DESC, id DESC`;

/** Their ids, newest first. */
export async function listIds(
  { db }: Reads,
  { each, ...wanted }: Wanted & { each: 'phone' | 'album' },
  { limit, offset = 0 }: { limit: number; offset?: number },
): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    SELECT id FROM (${listed(wanted, each)}) AS listed
    ORDER BY created_at DESC, id DESC LIMIT ${limit} OFFSET ${offset}`);
  return rows.map(({ id }) => id);
}

export async function countListed({ db }: Reads, wanted: Wanted): Promise<Record<'phone' | 'album', number>> {
  const { rows } = await db.execute<{ phone: number; album: number }>(
    sql`SELECT count(DISTINCT phone_key)::int AS phone, count(*)::int AS album
      FROM album_submissions WHERE ${matches(wanted)}`,
  );
  return rows[0];
}

export async function listAllAlbums({ db }: Reads): Promise<AlbumListRow[]> {
  const rows = await db.select().from(albums).orderBy(desc(albums.createdAt), desc(albums.id));
  return presentRows({ db }, rows);
}

export async function pageAlbums(deps: Reads, wanted: Wanted & { page: number; each: 'phone' | 'album' }) {
  const counts = await countListed(deps, wanted);
  const total = counts[wanted.each];
  const pages = Math.max(1, Math.ceil(total / PAGE_SIZE));
  const page = Math.min(wanted.page, pages);
  const ids = await listIds(deps, wanted, { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE });
  const found = ids.length ? await deps.db.select().from(albums).where(inArray(albums.id, ids)) : [];
  found.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
  const rows = await presentRows(deps, found);
  return { rows, total, phones: counts.phone, page, pages, stats: await readStats(deps) };
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
  const selections = await db.select().from(albumSelections).where(inArray(albumSelections.albumId, ids));
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
      state: row.state,
      failureMessage: row.failureMessage,
      submissionPaid: row.submissionPaid,
      analyzed: row.analyzed,
      distributionPaid: row.distributionPaid,
      followUpSent: row.followUpSentAt !== null,
      selectedAt: row.selectedAt?.toISOString() ?? null,
      selection: presentSelection(selections.find(({ albumId }) => albumId === row.id)),
      overallScore: row.overallScore,
      copies: own.flatMap((track) => listCopies(row, track, entries)),
      createdAt: row.createdAt.toISOString(),
    };
  });
}

const presentSelection = (row: typeof albumSelections.$inferSelect | undefined) =>
  row ? { sendsAt: row.sendsAt.toISOString(), failure: row.failure } : null;

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
