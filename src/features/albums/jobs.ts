/** The album's jobs: the analysis, covers in batches, drafts that were given up. */
import type { Deps } from '#deps.ts';
import { type Job, job } from '#platform/jobs/job.ts';
import { ALBUM_JOB, BATCH_JOB, SELECTION_JOB, SWEEP_JOB } from './job-names.ts';
import { reportAlbum } from './service-analysis.ts';
import { publishNext } from './service-batches.ts';
import { sweepDrafts, sweepPieces } from './service-draft-sweep.ts';
import { reopenFailedFollowups } from './service-followup.ts';
import { deliverSelection } from './service-selection.ts';

export function albumJobs(deps: Deps): Job[] {
  return [
    job(ALBUM_JOB, ({ albumId }, run) => reportAlbum(deps, albumId, run)),
    job(BATCH_JOB, ({ batchId }, run) => publishNext(deps, batchId, run)),
    job(SELECTION_JOB, ({ selectionId }) => deliverSelection(deps, selectionId)),
    job(SWEEP_JOB, async () => {
      const removed = await sweepDrafts(deps);
      if (removed > 0) deps.log.info({ removed }, 'removed tracks of albums that were never sent');
      await sweepPieces(deps);
      const reopened = await reopenFailedFollowups(deps);
      if (reopened > 0)
        deps.log.warn({ reopened }, 'follow-ups that waited for the morning could not be sent');
    }),
  ];
}
