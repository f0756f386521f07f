/** What staff accounts bring. */
import type { Feature } from '#deps.ts';
import { accountJobs } from './jobs.ts';
import { accountData } from './personal-data.ts';
import { accountRoutes } from './routes.ts';
import { prepareFirstOwner } from './service-first-owner.ts';

export const accounts: Feature = {
  name: 'accounts',
  routes: accountRoutes,
  jobs: accountJobs,
  personalData: accountData,
  start: prepareFirstOwner,
};
