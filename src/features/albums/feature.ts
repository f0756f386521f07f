/** What albums bring. */
import type { Feature } from '#deps.ts';
import { albumGrants } from './grants.ts';
import { albumJobs } from './jobs.ts';
import { albumData } from './personal-data.ts';
import { albumRoutes } from './routes.ts';
import { albumStaffRoutes } from './routes-staff.ts';
import { albumBelongings } from './service-belongings.ts';
import { albumRecordings } from './service-recordings.ts';

export const albums: Feature = {
  name: 'albums',
  routes: (deps) => [...albumRoutes(deps), ...albumStaffRoutes(deps)],
  jobs: albumJobs,
  grants: albumGrants,
  personalData: albumData,
  belongings: albumBelongings,
  recordingUser: albumRecordings,
};
