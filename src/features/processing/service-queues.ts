/** Pausing and resuming a queue, for all workers, and running again what failed in it. */
import type { Deps } from '#deps.ts';
import { recordAudit } from '#platform/audit.ts';
import { AppError } from '#platform/errors.ts';
import type { StaffIdentity } from '#platform/http/route.ts';

export async function setQueuePaused(
  { db, clock, queue }: Pick<Deps, 'db' | 'clock' | 'queue'>,
  actor: StaffIdentity,
  name: string,
  paused: boolean,
): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await queue.setPaused(tx, name, paused))) throw new AppError('not_found', 'No such work.');
    const action = paused ? 'queue.pause' : 'queue.resume';
    await recordAudit(tx, { at: clock.now(), actor, action, subject: { type: 'queue', id: name } });
  });
}

/** Jobs carry ids and are safe to run twice: what failed may always be tried again. */
export async function retryJobs(
  { db, clock, queue }: Pick<Deps, 'db' | 'clock' | 'queue'>,
  actor: StaffIdentity,
  name: string,
): Promise<number> {
  return db.transaction(async (tx) => {
    const retried = await queue.retryFailed(tx, name);
    if (retried === null) throw new AppError('not_found', 'No such work.');
    const subject = { type: 'queue', id: name };
    await recordAudit(tx, { at: clock.now(), actor, action: 'queue.retry', subject, detail: { retried } });
    return retried;
  });
}
