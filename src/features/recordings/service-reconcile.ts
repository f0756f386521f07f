/** Ends what a dead job would leave waiting for ever: runs, and words that are still coming. */
import { and, eq, gt, isNotNull, notInArray } from 'drizzle-orm';
import { MEASURE_JOB, WORDS_JOB } from './job-names.ts';
import { ENDED } from './rules-run.ts';
import { GAVE_UP } from './rules-transcript.ts';
import { lockRecordings } from './service.ts';
import { OUR_FAULT, type RunDeps, writeFailure, writeWordless } from './service-run.ts';
import { recordingRuns } from './table.ts';

const PAGE = 1000;

/**
 * A run whose job died for good (its worker was killed at every try, or the queue lost it) would listen for ever: it is
 * ended, and the artist is told and can try again. Returns how many there were.
 */
export async function reconcileRuns(deps: RunDeps): Promise<number> {
  let dead = 0;
  let after = '';
  for (;;) {
    const open = await deps.db
      .select({ audioSha256: recordingRuns.audioSha256, jobId: recordingRuns.jobId })
      .from(recordingRuns)
      .where(and(notInArray(recordingRuns.stage, [...ENDED]), gt(recordingRuns.audioSha256, after)))
      .orderBy(recordingRuns.audioSha256)
      .limit(PAGE);
    const live = await deps.queue.findLive(
      deps.db,
      MEASURE_JOB,
      open.flatMap(({ jobId }) => jobId ?? []),
    );
    for (const { audioSha256, jobId } of open)
      if (!jobId || !live.has(jobId)) dead += await endDeadRun(deps, audioSha256);
    if (open.length < PAGE) return dead;
    after = open[PAGE - 1].audioSha256;
  }
}

/** 1 if it is dead still, now that nobody else can put it back in line. */
async function endDeadRun(deps: RunDeps, audioSha256: string): Promise<number> {
  return deps.db.transaction(async (tx) => {
    await lockRecordings(tx, [audioSha256]);
    const [run] = await tx.select().from(recordingRuns).where(eq(recordingRuns.audioSha256, audioSha256));
    if (!run || ENDED.includes(run.stage)) return 0;
    if (run.jobId && (await deps.queue.isLive(tx, MEASURE_JOB, run.jobId))) return 0;
    await writeFailure(deps, tx, audioSha256, OUR_FAULT);
    return 1;
  });
}

/** Words whose job died for good would be coming for ever: their reports are completed without them. Returns how many. */
export async function reconcileWords(deps: RunDeps): Promise<number> {
  const waiting = await deps.db
    .select({ audioSha256: recordingRuns.audioSha256, jobId: recordingRuns.wordsJobId })
    .from(recordingRuns)
    .where(isNotNull(recordingRuns.wordsJobId));
  const ids = waiting.flatMap(({ jobId }) => jobId ?? []);
  const live = await deps.queue.findLive(deps.db, WORDS_JOB, ids);
  const dead = waiting.filter(({ jobId }) => jobId && !live.has(jobId));
  let ended = 0;
  for (const { audioSha256, jobId } of dead)
    await deps.db.transaction(async (tx) => {
      await lockRecordings(tx, [audioSha256]);
      const [run] = await tx.select().from(recordingRuns).where(eq(recordingRuns.audioSha256, audioSha256));
      if (!run || run.wordsJobId !== jobId) return;
      await writeWordless(deps, tx, audioSha256, GAVE_UP);
      ended++;
    });
  return ended;
}
