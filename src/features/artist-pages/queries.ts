/** Reads of artist pages: a page is a handful of statements, however many tracks it has. */
import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { coverUrlOf } from '#features/albums/rules.ts';
import { albums } from '#features/albums/table.ts';
import { audioUrlOf } from '#features/recordings/rules-file.ts';
import { recordings } from '#features/recordings/table.ts';
import { idParams } from '#features/submissions/contract.ts';
import { submissions } from '#features/submissions/table.ts';
import type { DbOrTx } from '#platform/db/connect.ts';
import { AppError } from '#platform/errors.ts';
import type { Visitor } from '#platform/http/route.ts';
import type { Rank } from '#ports/belongings.ts';
import type { Artist, ArtistAlbum, ArtistTrack } from './contract.ts';
import { MOST_SHOWN } from './limits.ts';
import { artistFollows, artistPages, rankHistory } from './table.ts';

export const artistNotFound = () => new AppError('not_found', 'There is no such artist.');

const isShown = and(eq(submissions.analyzed, true), eq(submissions.listed, true));
const TEMPO = sql<number | null>`(${submissions.analysis} #>> '{measures,tempoBpm}')::float8`;
const withRecording = eq(recordings.audioSha256, submissions.audioSha256);

export type PageRow = typeof artistPages.$inferSelect;

export async function findPage(reader: DbOrTx, which: SQL): Promise<PageRow> {
  const [page] = await reader.select().from(artistPages).where(which);
  if (!page) throw artistNotFound();
  return page;
}

type ReadDeps = Pick<Deps, 'db' | 'belongings'>;

/** Where no track of theirs may be heard, there is no page, but to the artist. */
export async function readArtist(deps: ReadDeps, id: number, { person }: Visitor): Promise<Artist> {
  const page = await findPage(deps.db, eq(artistPages.id, id));
  const mine = person?.phone === page.phoneE164;
  const tracks = await listTracks(deps, id);
  if (tracks.length === 0 && !mine) throw artistNotFound();
  const [albums, follow, votes] = await Promise.all([
    page.showsAlbums ? listAlbums(deps.db, page) : [],
    readFollow(deps.db, id, person?.phone ?? null),
    sumVotes(deps.db, id),
  ]);
  const { name, bio, links, showsAlbums } = page;
  return { id, name, bio, links, showsAlbums, mine, votes, tracks, albums, ...follow };
}

async function sumVotes(reader: DbOrTx, pageId: number): Promise<number> {
  const [{ votes }] = await reader
    .select({ votes: sql<number>`coalesce(sum(${submissions.voteCount}), 0)::int` })
    .from(submissions)
    .where(and(eq(submissions.artistId, pageId), isShown));
  return votes;
}

async function listTracks(deps: ReadDeps, pageId: number): Promise<ArtistTrack[]> {
  const rows = await deps.db
    .select({
      id: submissions.id,
      trackTitle: submissions.trackTitle,
      score: submissions.score,
      genre: submissions.genre,
      duration: submissions.durationSeconds,
      hookStart: sql<number | null>`(${submissions.analysis} #>> '{measures,hook,soundbite,start}')::float8`,
      tempo: TEMPO,
      voteCount: submissions.voteCount,
      createdAt: submissions.createdAt,
      audioKey: recordings.audioKey,
      peaks: recordings.peaks,
    })
    .from(submissions)
    .innerJoin(recordings, withRecording)
    .where(and(eq(submissions.artistId, pageId), isShown))
    .orderBy(desc(submissions.createdAt), desc(submissions.id))
    .limit(MOST_SHOWN);
  const ids = rows.map(({ id }) => id);
  const [ranks, histories] = await Promise.all([rankTracks(deps, ids), readHistories(deps.db, ids)]);
  return rows.map(({ audioKey, createdAt, peaks, score, genre, ...row }) => {
    const rank = ranks.get(row.id);
    return {
      ...row,
      score: score ?? 0,
      genre: genre ?? '',
      peaks: peaks ?? [],
      audioUrl: audioUrlOf(audioKey),
      createdAt: createdAt.toISOString(),
      rank: rank ? { rank: rank.rank, of: rank.of } : null,
      history: histories.get(row.id) ?? [],
    };
  });
}

export async function rankTracks(
  { belongings }: Pick<Deps, 'belongings'>,
  ids: number[],
): Promise<Map<number, Rank>> {
  if (ids.length === 0) return new Map();
  const found = await Promise.all(belongings.map(({ rankTracks }) => rankTracks?.(ids) ?? []));
  return new Map(found.flatMap((ranks) => [...ranks]));
}

/** Of tracks with an artist's page; the others have none. */
export async function readHistories(
  reader: DbOrTx,
  ids: number[],
): Promise<Map<number, ArtistTrack['history']>> {
  if (ids.length === 0) return new Map();
  const rows = await reader
    .select()
    .from(rankHistory)
    .where(inArray(rankHistory.submissionId, ids))
    .orderBy(asc(rankHistory.day));
  const histories = new Map<number, ArtistTrack['history']>(ids.map((id) => [id, []]));
  for (const { submissionId, day, rank } of rows) histories.get(submissionId)?.push({ day, rank });
  return histories;
}

async function listAlbums(reader: DbOrTx, { phoneE164, nameKey }: PageRow): Promise<ArtistAlbum[]> {
  const rows = await reader
    .select({
      id: albums.id,
      albumName: albums.albumName,
      score: albums.overallScore,
      coverKey: albums.coverKey,
      createdAt: albums.createdAt,
    })
    .from(albums)
    .where(
      and(
        eq(albums.phoneE164, phoneE164),
        sql`lower(${albums.artistName}) = ${nameKey}`,
        eq(albums.analyzed, true),
      ),
    )
    .orderBy(desc(albums.id))
    .limit(MOST_SHOWN);
  return rows.map(({ coverKey, createdAt, ...album }) => ({
    ...album,
    coverUrl: coverUrlOf(coverKey),
    createdAt: createdAt.toISOString(),
  }));
}

export async function readFollow(reader: DbOrTx, pageId: number, phone: string | null) {
  const [row] = await reader
    .select({
      followers: sql<number>`count(*)::int`,
      following: sql<boolean>`coalesce(bool_or(${artistFollows.phoneE164} = ${phone}::text), false)`,
    })
    .from(artistFollows)
    .where(eq(artistFollows.pageId, pageId));
  return row;
}

export async function listMine({ db }: Pick<Deps, 'db'>, phone: string) {
  const named = { id: artistPages.id, name: artistPages.name };
  const [own, following] = await Promise.all([
    db.select(named).from(artistPages).where(eq(artistPages.phoneE164, phone)).orderBy(asc(artistPages.id)),
    db
      .select(named)
      .from(artistFollows)
      .innerJoin(artistPages, eq(artistPages.id, artistFollows.pageId))
      .where(eq(artistFollows.phoneE164, phone))
      .orderBy(desc(artistFollows.id)),
  ]);
  return { own, following };
}

/** What the head of the page and its share card say: only public fields; null where the public has no page. */
export interface ArtistCard {
  id: number;
  name: string;
  bio: string;
  links: string[];
  votes: number;
  tracks: number;
  /** Of the track with most votes. */
  bestTitle: string;
  /** Of the tracks with most votes, for the portrait. */
  voices: { peaks: number[]; tempo: number | null }[];
}

/** As many as a portrait has rings. */
const VOICES = 4;

export async function findArtistCard({ db }: Pick<Deps, 'db'>, id: string): Promise<ArtistCard | null> {
  const parsed = idParams.safeParse({ id });
  if (!parsed.success) return null;
  const [page] = await db.select().from(artistPages).where(eq(artistPages.id, parsed.data.id));
  if (!page) return null;
  const best = await db
    .select({
      title: submissions.trackTitle,
      peaks: recordings.peaks,
      tempo: TEMPO,
      votes: sql<number>`sum(${submissions.voteCount}) OVER ()::int`,
      tracks: sql<number>`count(*) OVER ()::int`,
    })
    .from(submissions)
    .innerJoin(recordings, withRecording)
    .where(and(eq(submissions.artistId, page.id), isShown))
    .orderBy(desc(submissions.voteCount), desc(submissions.score), asc(submissions.id))
    .limit(VOICES);
  if (best.length === 0) return null;
  const { name, bio, links } = page;
  const [{ title: bestTitle, votes, tracks }] = best;
  const voices = best.map(({ peaks, tempo }) => ({ peaks: peaks ?? [], tempo }));
  return { id: page.id, name, bio, links, votes, tracks, bestTitle, voices };
}

/** Pages with something to hear, those with most tracks first. */
export async function listArtistIds({ db }: Pick<Deps, 'db'>, limit: number): Promise<number[]> {
  const rows = await db
    .select({ id: sql<number>`${submissions.artistId}` })
    .from(submissions)
    .where(and(isShown, sql`${submissions.artistId} IS NOT NULL`))
    .groupBy(submissions.artistId)
    .orderBy(desc(sql`count(*)`), asc(submissions.artistId))
    .limit(limit);
  return rows.map(({ id }) => id);
}
