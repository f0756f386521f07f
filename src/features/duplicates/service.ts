/** Keeps fingerprints, looks for entries with the same recording, and holds copies back. */
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { FINGERPRINT_VERSION } from '#audio/fingerprint/fingerprint.ts';
import { KEPT_LANDMARKS, sketchOf } from '#audio/fingerprint/landmarks.ts';
import { unpackFingerprint } from '#audio/fingerprint/pack-fingerprint.ts';
import type { Deps } from '#deps.ts';
import { LISTEN_JOB, PRIORITY } from '#features/scoring/rules-lanes.ts';
import { submissions } from '#features/submissions/table.ts';
import type { Tx } from '#platform/db/connect.ts';
import type { DuplicateSearch } from './queries.ts';
import { type FoundDuplicate, judgeDuplicates } from './rules.ts';
import { duplicates, fingerprintLandmarks, fingerprints, holds } from './table.ts';

/**
 * Written before the search and on its own: of two copies heard at the same moment, whichever searches last sees the
 * other's fingerprint.
 */
export async function keepFingerprint(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  audioSha256: string,
  packed: Uint8Array,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [made] = await tx
      .insert(fingerprints)
      .values({
        audioSha256,
        version: FINGERPRINT_VERSION,
        points: Buffer.from(packed),
        madeAt: clock.now(),
      })
      .onConflictDoNothing()
      .returning({ id: fingerprints.id });
    if (!made) return;
    const landmarks = sketchOf(unpackFingerprint(packed), KEPT_LANDMARKS);
    await tx.execute(sql`
      INSERT INTO ${fingerprintLandmarks} (landmark, fingerprint_id)
      SELECT landmark, ${made.id} FROM unnest(${sql.param(landmarks)}::int[]) AS found(landmark)`);
  });
}

/** Takes fingerprints out of the index; each knows the landmarks it is found by. */
export async function forgetFingerprints(tx: Tx, audioSha256s: readonly string[]): Promise<void> {
  const gone = await tx
    .delete(fingerprints)
    .where(inArray(fingerprints.audioSha256, [...audioSha256s]))
    .returning({ id: fingerprints.id, points: fingerprints.points });
  for (const { id, points } of gone) {
    const landmarks = sketchOf(unpackFingerprint(points), KEPT_LANDMARKS);
    await tx.execute(sql`
      DELETE FROM ${fingerprintLandmarks}
      WHERE landmark = ANY(${sql.param(landmarks)}::int[]) AND fingerprint_id = ${id}`);
  }
}

type RecordDeps = Pick<Deps, 'clock' | 'campaign' | 'queue'>;

/** Writes what a search found, in the transaction that writes the analysis: nothing is public in between. */
export async function recordDuplicates(
  deps: RecordDeps,
  tx: Tx,
  id: number,
  found: DuplicateSearch,
): Promise<void> {
  await tx.delete(duplicates).where(eq(duplicates.submissionId, id));
  for (const duplicate of found.earlier) await insertDuplicate(deps, tx, id, duplicate);
  if (found.verdict.hold) await hold(deps, tx, id);
  for (const { laterId, duplicate } of found.later) {
    const isNew = await insertDuplicate(deps, tx, laterId, duplicate);
    if (isNew) await judgeAgain(deps, tx, laterId);
  }
}

async function insertDuplicate(
  { clock }: RecordDeps,
  tx: Tx,
  id: number,
  duplicate: FoundDuplicate,
): Promise<boolean> {
  // The other entry may have been deleted since the search.
  const made = await tx.execute(sql`
    INSERT INTO duplicates (submission_id, earlier_id, exact, same_phone, share, confidence, offset_seconds, parts, found_at)
    SELECT mine.id, other.id, ${duplicate.exact}, ${duplicate.samePhone}, ${duplicate.share}, ${duplicate.confidence}, ${duplicate.offset},
      ${JSON.stringify(duplicate.parts)}::jsonb, ${clock.now().toISOString()}::timestamptz
    FROM submissions mine, submissions other WHERE mine.id = ${id} AND other.id = ${duplicate.earlierId}
    ON CONFLICT DO NOTHING RETURNING id`);
  return made.rows.length > 0;
}

/** A decision that was made stands: only an entry nobody held before is held. */
async function hold({ clock }: RecordDeps, tx: Tx, id: number): Promise<void> {
  await tx
    .insert(holds)
    .values({ submissionId: id, state: 'held', heldAt: clock.now() })
    .onConflictDoNothing();
}

/** An entry that was heard before an earlier one of the same recording: held now, and its report written again. */
async function judgeAgain(deps: RecordDeps, tx: Tx, id: number): Promise<void> {
  const rows = await tx.select().from(duplicates).where(eq(duplicates.submissionId, id));
  const known = rows.flatMap((row) =>
    row.earlierId === null ? [] : [{ ...row, earlierId: row.earlierId, offset: row.offsetSeconds }],
  );
  const [decided] = await tx.select({ state: holds.state }).from(holds).where(eq(holds.submissionId, id));
  const { holdCopies } = deps.campaign;
  if (judgeDuplicates(known, { holdCopies, released: decided?.state === 'released' }).hold)
    await hold(deps, tx, id);
  await writeAgain(deps, tx, id);
}

/** Puts an analysed track in line for a new report: what it says about copies has changed. Nothing is heard again. */
export async function writeAgain({ queue }: Pick<Deps, 'queue'>, tx: Tx, id: number): Promise<void> {
  const [row] = await tx
    .update(submissions)
    .set({ sheetVersion: null })
    .where(and(eq(submissions.id, id), eq(submissions.analyzed, true), isNull(submissions.archiveId)))
    .returning({ id: submissions.id });
  if (row)
    await queue.enqueue(
      tx,
      LISTEN_JOB,
      { submissionId: id },
      { priority: PRIORITY.normal, singletonKey: `renew ${id}` },
    );
}
