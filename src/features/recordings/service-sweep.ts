/** Sweeps recordings that nobody points to and bytes that no recording names, and renews what an older engine measured. */
import { and, asc, eq, inArray, lt, not, or, sql } from 'drizzle-orm';
import { ENGINE_VERSION } from '#audio/measure.ts';
import type { Deps } from '#deps.ts';
import { hasNewestEngine } from '#platform/db/join-site.ts';
import { AUDIO_FOLDER } from './rules-file.ts';
import { PRIORITY } from './rules-run.ts';
import { forgetRecordings, listUnused, removeAudio } from './service.ts';
import { requestMeasuring } from './service-run.ts';
import { recordingRuns, recordings } from './table.ts';

/** Bytes that nobody knows are set aside, not deleted: what knows them may merely be late, or restored tomorrow. */
const QUARANTINE = 'quarantine/';
const QUARANTINE_MS = 7 * 86_400_000;

/** Milliseconds. An upload in progress has bytes before it has a row, so anything younger is left alone. */
const GRACE_MS = 3_600_000;

type SweepDeps = Pick<Deps, 'db' | 'clock' | 'storage'>;

export async function sweepUnownedAudio(deps: SweepDeps): Promise<number> {
  await emptyQuarantine(deps);
  return sweepFolder(deps, AUDIO_FOLDER, async (keys) => {
    const rows = await deps.db
      .select({ key: recordings.audioKey })
      .from(recordings)
      .where(inArray(recordings.audioKey, keys));
    return rows.map(({ key }) => key);
  });
}

/** Sets aside what lies in a folder and nobody names. `listOwned` says which of some keys are named. */
export async function sweepFolder(
  { clock, storage }: Pick<Deps, 'clock' | 'storage'>,
  folder: string,
  listOwned: (keys: string[]) => Promise<(string | null)[]>,
): Promise<number> {
  const before = clock.now().getTime() - GRACE_MS;
  let removed = 0;
  let after: string | undefined;
  do {
    const { objects, next } = await storage.listObjects(folder, { after });
    after = next ?? undefined;
    const old = objects.filter(({ modifiedAt }) => modifiedAt.getTime() < before).map(({ key }) => key);
    if (old.length === 0) continue;
    const owned = new Set(await listOwned(old));
    for (const key of old.filter((name) => !owned.has(name))) {
      await setAside(storage, key);
      removed += 1;
    }
  } while (after);
  return removed;
}

async function setAside(storage: Deps['storage'], key: string): Promise<void> {
  const { stream, contentType } = await storage.getObject(key);
  await storage.putObject(QUARANTINE + key, stream, { contentType });
  await storage.deleteObject(key);
}

async function emptyQuarantine({ clock, storage }: Pick<Deps, 'clock' | 'storage'>): Promise<void> {
  const before = clock.now().getTime() - QUARANTINE_MS;
  let after: string | undefined;
  do {
    const { objects, next } = await storage.listObjects(QUARANTINE, { after });
    after = next ?? undefined;
    for (const { key, modifiedAt } of objects)
      if (modifiedAt.getTime() < before) await storage.deleteObject(key);
  } while (after);
}

/** A safety net: whoever deletes the last row that points to a recording forgets it too, but a cascade does not. */
export async function sweepUnusedRecordings(
  deps: Pick<Deps, 'db' | 'clock' | 'storage' | 'log' | 'recordingUsers'>,
): Promise<number> {
  const before = new Date(deps.clock.now().getTime() - GRACE_MS);
  const unused = await listUnused(deps, deps.db, lt(recordings.createdAt, before));
  const gone = await deps.db.transaction((tx) => forgetRecordings(deps, tx, unused));
  await removeAudio(deps, gone);
  return gone.length;
}

/** Recordings per round: few enough that a new version does not flood the queue. */
const RENEWED_AT_ONCE = 50;

/**
 * Puts in line what an older engine or score sheet made, behind everybody who waits for a first result. What failed is
 * left alone for a day. Returns how many were put in line.
 */
export async function renewAnalyses(
  deps: Pick<Deps, 'db' | 'clock' | 'queue' | 'recordingUsers'>,
): Promise<number> {
  if (!(await hasNewestEngine(deps.db, ENGINE_VERSION))) return 0;
  const dayAgo = new Date(deps.clock.now().getTime() - 86_400_000);
  const outdated = deps.recordingUsers.flatMap(
    ({ isOutdated }) => isOutdated?.(sql`${recordings.audioSha256}`) ?? [],
  );
  const rows = await deps.db
    .select({ audioSha256: recordings.audioSha256 })
    .from(recordings)
    .leftJoin(recordingRuns, eq(recordingRuns.audioSha256, recordings.audioSha256))
    .where(
      and(
        or(...outdated),
        not(
          sql`coalesce(${recordingRuns.stage} = 'failed' AND ${recordingRuns.finishedAt} > ${dayAgo.toISOString()}, false)`,
        ),
      ),
    )
    .orderBy(asc(recordings.createdAt), asc(recordings.audioSha256))
    .limit(RENEWED_AT_ONCE);
  let renewed = 0;
  for (const { audioSha256 } of rows)
    if (await deps.db.transaction((tx) => requestMeasuring(deps, tx, audioSha256, PRIORITY.renewal)))
      renewed += 1;
  return renewed;
}
