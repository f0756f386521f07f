/** The personal letter about an album: written from its stored analysis by the writer, kept once written. */
import { and, desc, eq } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import type { AlbumLetterFacts } from '#ports/writer.ts';
import { albumNotFound, findAlbum } from './queries.ts';
import { type AlbumRow, albums } from './table.ts';

type LetterDeps = Pick<Deps, 'db' | 'writer' | 'campaign' | 'log'>;

/** Milliseconds. The page gives up after 15 s, and so does the server. */
const PATIENCE_MS = 15_000;

/** By id, or by the names the briefs' call sends: the newest album that has both. */
export async function findForLetter(
  { db }: Pick<Deps, 'db'>,
  named: { albumId?: number; albumName?: string; artistName?: string },
): Promise<AlbumRow> {
  if (named.albumId !== undefined) return findAlbum({ db }, named.albumId);
  const [row] = await db
    .select()
    .from(albums)
    .where(and(eq(albums.albumName, named.albumName ?? ''), eq(albums.artistName, named.artistName ?? '')))
    .orderBy(desc(albums.id))
    .limit(1);
  if (!row) throw albumNotFound();
  return row;
}

export async function writeLetter(deps: LetterDeps, album: AlbumRow): Promise<string> {
  if (album.personalMessage) return album.personalMessage;
  const { text, by } = await compose(deps, album);
  // Before the analysis a letter has little to say: it is written again afterwards.
  if (album.analyzed)
    await deps.db.update(albums).set({ personalMessage: text, messageBy: by }).where(eq(albums.id, album.id));
  return text;
}

async function compose({ writer, campaign, log }: LetterDeps, album: AlbumRow) {
  const facts = gatherLetterFacts(album, campaign);
  try {
    return await writer.writeAlbumLetter(facts, AbortSignal.timeout(PATIENCE_MS));
  } catch (error) {
    log.warn({ err: error, albumId: album.id }, 'the writer wrote no letter');
    return { text: defaultLetter(facts), by: 'default letter' };
  }
}

function gatherLetterFacts(album: AlbumRow, { label, product }: Deps['campaign']): AlbumLetterFacts {
  const analysis = album.albumAnalysis;
  const parts = [...(analysis?.parts ?? [])].sort((a, b) => b.score - a.score);
  return {
    artistName: album.artistName,
    albumName: album.albumName,
    label,
    product,
    seed: `album ${album.id}`,
    overallScore: analysis?.overallScore ?? null,
    single: analysis?.single.title ?? null,
    strength: parts[0]?.notes ?? null,
    weakness: parts.at(-1)?.notes ?? null,
    songs: analysis
      ? Object.values(analysis.songBreakdown).map(({ title, score }) => ({ title, score }))
      : [],
  };
}

export function defaultLetter({
  artistName,
  albumName,
  label,
}: Pick<AlbumLetterFacts, 'artistName' | 'albumName' | 'label'>): string {
  return [
    `Dear ${artistName},`,
    `We have listened to “${albumName}” from the first track to the last, and we would like to take it further.`,
    'Below you find what we offer, what it costs, and what happens next.',
    `The A&R team of ${label}`,
  ].join('\n\n');
}
