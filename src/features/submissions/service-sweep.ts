/** Removes what no submission and no album names: audio of a process that died before writing its row, words of deleted tracks. */
import { and, inArray, lt, sql } from 'drizzle-orm';
import type { Deps } from '#app/deps.ts';
import { albumTracks } from '#features/albums/table.ts';
import { transcripts } from '#features/analysis/table.ts';
import { AUDIO_FOLDER } from './rules.ts';
import { submissions } from './table.ts';

/** An upload under way has its file before its row: leave what is younger, in milliseconds. */
const GRACE_MS = 3_600_000;

export async function sweepUnownedAudio({
  db,
  clock,
  storage,
}: Pick<Deps, 'db' | 'clock' | 'storage'>): Promise<number> {
  const before = clock.now().getTime() - GRACE_MS;
  let removed = 0;
  let after: string | undefined;
  do {
    const { objects, next } = await storage.listObjects(AUDIO_FOLDER, { after });
    after = next ?? undefined;
    const old = objects.filter((object) => object.modifiedAt.getTime() < before).map((object) => object.key);
    if (old.length === 0) continue;
    const rows = await db
      .select({ key: submissions.audioKey })
      .from(submissions)
      .where(inArray(submissions.audioKey, old));
    const onAlbums = await db
      .select({ key: albumTracks.audioKey })
      .from(albumTracks)
      .where(inArray(albumTracks.audioKey, old));
    const owned = new Set([...rows, ...onAlbums].map((row) => row.key));
    for (const key of old.filter((name) => !owned.has(name))) {
      await storage.deleteObject(key);
      removed += 1;
    }
  } while (after);
  return removed;
}

/** What was sung in a track goes with the track, unless somebody else entered the same bytes. */
export async function sweepUnownedWords({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<number> {
  const before = new Date(clock.now().getTime() - GRACE_MS);
  const named = (table: typeof submissions | typeof albumTracks) =>
    sql`EXISTS (SELECT 1 FROM ${table} WHERE ${table.audioSha256} = ${transcripts.audioSha256})`;
  const removed = await db
    .delete(transcripts)
    .where(
      and(lt(transcripts.heardAt, before), sql`NOT ${named(submissions)}`, sql`NOT ${named(albumTracks)}`),
    )
    .returning({ audioSha256: transcripts.audioSha256 });
  return removed.length;
}
