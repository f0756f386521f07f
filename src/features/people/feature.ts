/** What people bring. */
import type { Feature } from '#deps.ts';
import { peopleJobs } from './jobs.ts';
import { peopleData } from './personal-data.ts';
import { peopleRoutes } from './routes.ts';
import { passkeyRoutes } from './routes-passkeys.ts';

export const people: Feature = {
  name: 'people',
  routes: (deps) => [...peopleRoutes(deps), ...passkeyRoutes(deps)],
  jobs: peopleJobs,
  personalData: peopleData,
};
