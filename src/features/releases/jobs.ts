/** The jobs of releases: hearing a master, printing a cover, sending a batch, sweeping what nobody names. */
import type { Deps } from '#deps.ts';
import { type Job, job } from '#platform/jobs/job.ts';
import { DELIVER_JOB, MASTER_JOB, PRINT_JOB, SWEEP_JOB } from './job-names.ts';
import { forgetDoubted } from './service-accept.ts';
import { sendBatch } from './service-deliveries.ts';
import { hearMaster } from './service-hearing.ts';
import { giveUpOld } from './service-masters.ts';
import { printDrawnCover } from './service-print.ts';
import { sweepCovers, sweepPieces } from './service-sweep.ts';

export function releaseJobs(deps: Deps): Job[] {
  return [
    job(MASTER_JOB, ({ masterId }, run) => hearMaster(deps, masterId, run)),
    job(PRINT_JOB, ({ releaseId }, run) => printDrawnCover(deps, releaseId, run)),
    job(DELIVER_JOB, ({ deliveryId }, run) => sendBatch(deps, deliveryId, run)),
    job(SWEEP_JOB, async () => {
      const uploads = (await giveUpOld(deps)) + (await forgetDoubted(deps));
      const pieces = await sweepPieces(deps);
      const covers = await sweepCovers(deps);
      if (uploads + pieces + covers > 0)
        deps.log.info({ uploads, pieces, covers }, 'removed what no release names');
    }),
  ];
}
