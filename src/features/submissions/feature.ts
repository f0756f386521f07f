/** What submissions bring. */
import type { Feature } from '#deps.ts';
import { submissionJobs } from './jobs.ts';
import { submissionData } from './personal-data.ts';
import { submissionRoutes } from './routes.ts';
import { versionRoutes } from './routes-versions.ts';
import { wordRoutes } from './routes-words.ts';
import { submissionBelongings } from './service-belongings.ts';
import { fillDemo } from './service-demo.ts';
import { submissionRecordings } from './service-recordings.ts';

export const submissions: Feature = {
  name: 'submissions',
  routes: (deps) => [...submissionRoutes(deps), ...versionRoutes(deps), ...wordRoutes(deps)],
  jobs: submissionJobs,
  personalData: submissionData,
  belongings: submissionBelongings,
  recordingUser: submissionRecordings,
  async start(deps, { role, demoFolder }) {
    if (deps.campaign.demo && role !== 'worker') await fillDemo(deps, demoFolder);
  },
};
