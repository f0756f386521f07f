/** Versions: a new recording waits until it is heard, then takes the present one's place; page, votes and voting period stay. */
import { and, eq, sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { addNotice } from '#features/notices/service.ts';
import { PRIORITY } from '#features/recordings/rules-run.ts';
import {
  addRecordings,
  bytesOf,
  lockRecordings,
  refuseBadFile,
  type UploadedFile,
} from '#features/recordings/service.ts';
import { requestMeasuring } from '#features/recordings/service-run.ts';
import type { Report } from '#features/scoring/service-report.ts';
import { recordAudit } from '#platform/audit.ts';
import type { DbOrTx, Tx } from '#platform/db/connect.ts';
import { AppError } from '#platform/errors.ts';
import type { StaffIdentity } from '#platform/http/route.ts';
import type { JobRun } from '#platform/jobs/job.ts';
import { LostJobError } from '#platform/jobs/queue.ts';
import { notFound } from './queries.ts';
import { readGiven } from './queries-words.ts';
import { refuseVersion, saySigned } from './rules-versions.ts';
import { composeReport, isUpToDate, type ReportDeps, replaceReport } from './service-report.ts';
import { submissions } from './table.ts';
import { trackVersions } from './table-versions.ts';

type SendDeps = Pick<Deps, 'db' | 'clock' | 'storage' | 'queue' | 'campaign' | 'log'>;
type Track = typeof submissions.$inferSelect;
type VersionRow = typeof trackVersions.$inferSelect;

/** `actor`: the member of staff who does it, or null for the artist. */
export async function sendVersion(
  deps: SendDeps,
  id: number,
  file: UploadedFile,
  actor: StaffIdentity | null,
): Promise<{ version: number }> {
  await refuseBadFile(file, 'audioFile');
  return addRecordings(deps, [bytesOf(file)], (tx, [sha256]) => addVersion(deps, tx, id, sha256, actor));
}

/** The same recording again, as a version of its own: the history only grows. */
export async function restoreVersion(
  deps: SendDeps,
  id: number,
  version: number,
  actor: StaffIdentity | null,
): Promise<{ version: number }> {
  return deps.db.transaction(async (tx) => {
    const [past] = await tx
      .select({ audioSha256: trackVersions.audioSha256 })
      .from(trackVersions)
      .where(and(isVersion(id, version), eq(trackVersions.state, 'past')));
    if (!past) throw new AppError('not_found', 'This track has no such earlier version.');
    await lockRecordings(tx, [past.audioSha256]);
    return addVersion(deps, tx, id, past.audioSha256, actor);
  });
}

const isVersion = (submissionId: number, version: number) =>
  and(eq(trackVersions.submissionId, submissionId), eq(trackVersions.version, version));

async function addVersion(
  deps: Omit<SendDeps, 'db'>,
  tx: Tx,
  id: number,
  audioSha256: string,
  actor: StaffIdentity | null,
): Promise<{ version: number }> {
  const [track] = await tx.select().from(submissions).where(eq(submissions.id, id)).for('update');
  if (!track || track.archiveId !== null) throw notFound();
  const known = await tx.select().from(trackVersions).where(eq(trackVersions.submissionId, id));
  const now = deps.clock.now();
  const refusal = refuseVersion({
    ...track,
    isOver: now >= new Date(deps.campaign.endsAt),
    isWaiting: known.some(({ state }) => state === 'waiting'),
    isSameFile: audioSha256 === track.audioSha256,
    versions: known.length,
  });
  if (refusal) throw new AppError('conflict', refusal);
  if (known.length === 0) await tx.insert(trackVersions).values(firstVersion(track));
  const version = Math.max(1, known.length) + 1;
  await tx
    .insert(trackVersions)
    .values({ submissionId: id, version, audioSha256, state: 'waiting', sentAt: now });
  await requestMeasuring(deps, tx, audioSha256, PRIORITY.normal);
  const subject = { type: 'submission', id };
  if (actor)
    await recordAudit(tx, { at: now, actor, action: 'submission.version', subject, detail: { version } });
  return { version };
}

const firstVersion = ({ id, audioSha256, createdAt, analyzedAt }: Track) => ({
  submissionId: id,
  version: 1,
  audioSha256,
  state: 'current' as const,
  sentAt: createdAt,
  takenAt: analyzedAt,
});

const OUR_FAULT = 'We could not write the report of this version, and it is our fault. Please send it again.';
/** How often it is tried again because what its report is made from changed meanwhile. */
const MOST_TRIES = 5;

type TakeDeps = ReportDeps & Pick<Deps, 'queue'>;

/** Run once its recording is measured. Does nothing for a version that does not wait any more. */
export async function takeVersion(deps: TakeDeps, id: number, version: number, run: JobRun): Promise<void> {
  try {
    for (let tries = 0; tries < MOST_TRIES; tries++) if (await tryTake(deps, id, version, run)) return;
    throw new Error(`What is known of ${id} changed faster than its new version could be taken.`);
  } catch (error) {
    if (error instanceof LostJobError) return;
    if (run.lastAttempt && !run.signal.aborted)
      await deps.db
        .transaction(async (tx) => {
          await run.assertOwned(tx);
          await failVersion(tx, id, version, OUR_FAULT);
        })
        .catch((e) => deps.log.warn({ err: e }, 'could not mark as failed'));
    throw error;
  }
}

/** False, with nothing written, when what the report was made from changed meanwhile. */
async function tryTake(deps: TakeDeps, id: number, version: number, run: JobRun): Promise<boolean> {
  const [track] = await deps.db.select().from(submissions).where(eq(submissions.id, id));
  const [waiting] = await deps.db
    .select()
    .from(trackVersions)
    .where(and(isVersion(id, version), eq(trackVersions.state, 'waiting')));
  if (!track || !waiting) return true;
  const words = await readGiven(deps.db, id);
  const { audioSha256 } = waiting;
  const report = await composeReport(deps, { ...track, audioSha256 }, words);
  // Not measured by this engine yet: it is asked for again once it is.
  if (!report) return true;
  return deps.db.transaction(async (tx) => {
    await run.assertOwned(tx);
    await lockRecordings(tx, [track.audioSha256, audioSha256]);
    const [now] = await tx.select().from(submissions).where(eq(submissions.id, id)).for('update');
    const [still] = await tx
      .select({ state: trackVersions.state })
      .from(trackVersions)
      .where(isVersion(id, version));
    if (!now || still?.state !== 'waiting') return true;
    if (!(await isUpToDate(deps, tx, { now, track, words, report, audioSha256 }))) return false;
    await putInPlace(deps, tx, now, waiting, report);
    return true;
  });
}

async function putInPlace(
  deps: Pick<Deps, 'clock' | 'queue'>,
  tx: Tx,
  old: Track,
  { version, audioSha256 }: VersionRow,
  report: Report,
): Promise<void> {
  const now = deps.clock.now();
  const placeBefore = await readPlace(tx, old.id);
  await tx
    .update(trackVersions)
    .set({ state: 'past', score: old.score, analysis: old.analysis })
    .where(and(eq(trackVersions.submissionId, old.id), eq(trackVersions.state, 'current')));
  await tx.update(submissions).set({ audioSha256 }).where(eq(submissions.id, old.id));
  await replaceReport(tx, old, report, now);
  await tx
    .update(trackVersions)
    .set({ state: 'current', takenAt: now, placeBefore, placeAfter: await readPlace(tx, old.id) })
    .where(isVersion(old.id, version));
  const gain = report.score - (old.score ?? 0);
  await addNotice(deps, tx, {
    kind: 'report',
    key: `version:${old.id}:${version}`,
    about: { submissionId: old.id },
    phone: old.phoneE164,
    title: `Version ${version} is in`,
    body: `“${old.trackTitle}” has ${report.score} points now, ${saySigned(gain)}. Its votes and its page stay.`,
    path: `/results/${old.id}#versions`,
  });
}

/** On the leaderboard: by score, then the earlier. Null for what is not on it. */
async function readPlace(tx: DbOrTx, id: number): Promise<number | null> {
  const { rows } = await tx.execute<{ place: number }>(sql`
    SELECT (SELECT 1 + count(*)::int FROM submissions o WHERE o.analyzed AND o.listed
      AND (o.score > s.score OR (o.score = s.score AND (o.created_at, o.id) < (s.created_at, s.id)))) AS place
    FROM submissions s WHERE s.id = ${id} AND s.analyzed AND s.listed`);
  return rows[0]?.place ?? null;
}

/** The present recording stays. The sentence is for the artist. */
export async function failVersion(tx: Tx, id: number, version: number, failure: string): Promise<void> {
  await tx
    .update(trackVersions)
    .set({ state: 'failed', failure })
    .where(and(isVersion(id, version), eq(trackVersions.state, 'waiting')));
}
