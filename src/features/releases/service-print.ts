/** Prints our own drawing of an album again at the stores' size: a call asks for it, a job does it, and it is judged like any other cover. */
import { and, eq, isNotNull, isNull, lt, or } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { type CoverDeps, printCover } from '#features/albums/service-covers.ts';
import { recordAudit } from '#platform/audit.ts';
import { AppError } from '#platform/errors.ts';
import type { StaffIdentity } from '#platform/http/route.ts';
import type { JobRun } from '#platform/jobs/job.ts';
import { PRINT_JOB } from './job-names.ts';
import { isPrinting, isReleaseOf, PRINTING_MS, type Released } from './queries.ts';
import { ensureRelease } from './service.ts';
import { keepCover } from './service-cover.ts';
import { describeReleased } from './service-subject.ts';
import { releases } from './table.ts';

type PrintDeps = Pick<Deps, 'db' | 'clock' | 'storage' | 'log'>;

const NO_DRAWN =
  'We have drawn no cover for this that could be printed at 3000 pixels. Bring one of your own.';
const FAILED = 'The cover could not be printed. Please try again in a while.';

/** Once, however often it is pressed. */
export async function askForPrint(
  { db, clock, queue }: Pick<Deps, 'db' | 'clock' | 'queue'>,
  released: Released,
  actor: StaffIdentity | null,
): Promise<void> {
  if (released.kind !== 'album') throw new AppError('conflict', NO_DRAWN);
  const now = clock.now();
  const lost = new Date(now.getTime() - PRINTING_MS);
  await db.transaction(async (tx) => {
    await ensureRelease(tx, released, now);
    const [row] = await tx
      .update(releases)
      .set({ printingSince: now, printingRefusal: null })
      .where(and(isReleaseOf(released), or(isNull(releases.printingSince), lt(releases.printingSince, lost))))
      .returning({ id: releases.id });
    if (!row) return;
    await queue.enqueue(tx, PRINT_JOB, { releaseId: row.id });
    const subject = { type: 'album', id: released.id };
    if (actor) await recordAudit(tx, { at: now, actor, action: 'release.print-cover', subject });
  });
}

export async function printDrawnCover(
  deps: PrintDeps & CoverDeps,
  releaseId: number,
  run: JobRun,
): Promise<void> {
  const [row] = await deps.db
    .select()
    .from(releases)
    .where(and(eq(releases.id, releaseId), isNotNull(releases.printingSince)));
  // One of their own came meanwhile.
  if (!row || !isPrinting(row, deps.clock.now())) return;
  try {
    const bytes = await printCover(deps, row.albumId!);
    if (!bytes) throw new AppError('conflict', NO_DRAWN);
    await keepCover(deps, await describeReleased(deps, row), bytes, { printing: { row, run } });
  } catch (error) {
    const isAnswer = error instanceof AppError && error.code !== 'bad_gateway';
    if (!isAnswer && !run.lastAttempt) throw error;
    if (!isAnswer) deps.log.error({ err: error, releaseId }, 'a cover could not be printed');
    await deps.db
      .update(releases)
      .set({ printingSince: null, printingRefusal: isAnswer ? error.message : FAILED })
      .where(and(eq(releases.id, releaseId), eq(releases.printingSince, row.printingSince!)));
  }
}
