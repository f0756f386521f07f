/** Hears a master that has arrived: decodes it, compares it with the entry, keeps or refuses it. */
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { and, eq } from 'drizzle-orm';
import { alignFingerprints } from '#audio/fingerprint/align-fingerprints.ts';
import { FINGERPRINT_VERSION } from '#audio/fingerprint/fingerprint.ts';
import { unpackFingerprint } from '#audio/fingerprint/pack-fingerprint.ts';
import { listTracks } from '#features/albums/queries.ts';
import { fingerprints } from '#features/recordings/table.ts';
import { readSubmission } from '#features/submissions/queries.ts';
import type { JobRun } from '#platform/jobs/job.ts';
import { type MasterLook, refuseEncoded, refuseOther, refuseSound } from './rules-master.ts';
import { readMasterCredentials } from './service-credentials.ts';
import { type Listened, listenInThread } from './service-listen.ts';
import { forgetObjects, type MasterDeps } from './service-masters.ts';
import { listParts, readMaster } from './service-sound.ts';
import { type MasterRow, releaseMasterParts, releaseMasters, releases } from './table.ts';

const NOT_HEARD = 'We have not finished listening to your entry. Send the master again in a while.';

interface Verdict {
  refusal: string | null;
  look?: MasterLook;
  audioSha256?: string;
}

export async function hearMaster(deps: MasterDeps, masterId: number, run: JobRun): Promise<void> {
  const [found] = await deps.db
    .select({ master: releaseMasters, release: releases })
    .from(releaseMasters)
    .innerJoin(releases, eq(releases.id, releaseMasters.releaseId))
    .where(and(eq(releaseMasters.id, masterId), eq(releaseMasters.state, 'checking')));
  if (!found) return;
  const { master, release } = found;
  const { listened, sha256, checksum } = await listen(deps, master, run);
  const verdict = await judge(deps, master, release, listened, run);
  const look = verdict.look && {
    ...{ ...verdict.look, sha256, crc32: checksum },
    credentials: await readMasterCredentials(deps, master, verdict.look, run.signal),
  };
  await keepVerdict(deps, master, { ...verdict, look }, run);
}

/** All bytes are counted in, also those after the sound. */
async function listen(deps: MasterDeps, { id }: MasterRow, run: JobRun) {
  const hash = createHash('sha256');
  let checksum = 0;
  const counted = (async function* () {
    for await (const piece of readMaster(deps, id)) {
      hash.update(piece);
      checksum = crc32(piece, checksum);
      yield piece as Uint8Array;
    }
  })();
  const listened = await listenInThread(counted, run.signal);
  if (listened.kind === 'done') for await (const _ of counted);
  // The piece it stopped in is closed.
  else await counted.return(undefined);
  return { listened, sha256: hash.digest('hex'), checksum };
}

async function judge(
  deps: MasterDeps,
  { position }: MasterRow,
  release: typeof releases.$inferSelect,
  listened: Listened,
  run: JobRun,
): Promise<Verdict> {
  if (listened.kind === 'refused') return { refusal: listened.message };
  const { measures } = listened;
  const refusal = refuseSound(measures);
  if (refusal) return { refusal };
  const entry = await findEntry(deps, release, position);
  if (!entry) {
    if (run.lastAttempt) return { refusal: NOT_HEARD };
    throw new Error('the entry of this master has not been measured yet');
  }
  const alike = alignFingerprints(entry.points, unpackFingerprint(listened.fingerprint));
  const other = refuseOther(measures, { seconds: entry.seconds, share: alike?.share ?? 0 });
  if (other) return { refusal: other };
  return {
    // Alone among the faults it may be none: the measures and the bytes are kept.
    refusal: refuseEncoded(measures),
    look: { ...measures, sha256: '', crc32: 0, offset: alike?.offset },
    audioSha256: entry.audioSha256,
  };
}

/** The recording of the contest as it is now; null until it was measured. */
async function findEntry(
  deps: MasterDeps,
  { submissionId, albumId }: typeof releases.$inferSelect,
  position: number,
) {
  const track =
    submissionId === null
      ? (await listTracks(deps, albumId!))[position - 1]
      : await readSubmission(deps, submissionId);
  const { audioSha256, durationSeconds: seconds } = track;
  const [print] = await deps.db
    .select({ points: fingerprints.points })
    .from(fingerprints)
    .where(and(eq(fingerprints.audioSha256, audioSha256), eq(fingerprints.version, FINGERPRINT_VERSION)));
  if (!print || seconds === null) return null;
  return { audioSha256, seconds, points: unpackFingerprint(print.points) };
}

/** Of a refused one nothing is kept but the reason, unless staff may still accept it. */
async function keepVerdict(
  deps: MasterDeps,
  { id }: MasterRow,
  { refusal, look, audioSha256 }: Verdict,
  run: JobRun,
): Promise<void> {
  const left = await deps.db.transaction(async (tx) => {
    await run.assertOwned(tx);
    const state = refusal === null ? ('kept' as const) : ('refused' as const);
    const [row] = await tx
      .update(releaseMasters)
      .set({ state, refusal, look, audioSha256, changedAt: deps.clock.now() })
      .where(and(eq(releaseMasters.id, id), eq(releaseMasters.state, 'checking')))
      .returning({ id: releaseMasters.id });
    if (!row || look) return [];
    const parts = await listParts(tx, id);
    await tx.delete(releaseMasterParts).where(eq(releaseMasterParts.masterId, id));
    return parts.map(({ objectKey }) => objectKey);
  });
  await forgetObjects(deps, left);
}
