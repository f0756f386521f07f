/** Removes what no submission and no album names: audio of a process that died before writing its row, what was heard of deleted tracks. */
import { inArray, type SQL, sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { albumTracks } from '#features/albums/table.ts';
import { forgetFingerprints } from '#features/duplicates/service.ts';
import { transcripts } from '#features/recordings/table.ts';
import type { Tx } from '#platform/db/connect.ts';
import { AUDIO_FOLDER } from './rules.ts';
import { recordings, submissions } from './table.ts';

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

/** Recordings forgotten in one go: the rest waits for the next. */
const MOST_AT_ONCE = 500;

/** What was measured and heard of a track goes with the track, unless somebody else entered the same bytes. */
export async function sweepUnownedRecordings({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<number> {
  const before = new Date(clock.now().getTime() - GRACE_MS);
  return db.transaction((tx) => forgetUnowned(tx, sql`known.since < ${before.toISOString()}::timestamptz`));
}

/** The same at once, for recordings whose artist asked to be forgotten. */
export async function forgetRecordings(tx: Tx, audioSha256s: readonly string[]): Promise<number> {
  return forgetUnowned(tx, sql`known.audio_sha256 = ANY(${sql.param([...audioSha256s])}::text[])`);
}

async function forgetUnowned(tx: Tx, which: SQL): Promise<number> {
  const { rows } = await tx.execute<{ sha: string }>(sql`
    SELECT DISTINCT known.audio_sha256 AS sha FROM (
      SELECT audio_sha256, measured_at AS since FROM recordings
      UNION ALL SELECT audio_sha256, heard_at FROM transcripts
      UNION ALL SELECT audio_sha256, made_at FROM fingerprints) AS known
    WHERE ${which}
      AND NOT EXISTS (SELECT 1 FROM submissions s WHERE s.audio_sha256 = known.audio_sha256)
      AND NOT EXISTS (SELECT 1 FROM album_tracks t WHERE t.audio_sha256 = known.audio_sha256)
    LIMIT ${MOST_AT_ONCE}`);
  if (rows.length === 0) return 0;
  const gone = rows.map(({ sha }) => sha);
  await tx.delete(transcripts).where(inArray(transcripts.audioSha256, gone));
  await tx.delete(recordings).where(inArray(recordings.audioSha256, gone));
  await forgetFingerprints(tx, gone);
  return gone.length;
}
