/** What the public ledger brings. */
import type { Feature } from '#deps.ts';
import { ledgerJobs } from './jobs.ts';
import { ledgerData } from './personal-data.ts';
import { ledgerRoutes } from './routes.ts';
import { inspectHistory } from './service.ts';

export const ledger: Feature = {
  name: 'ledger',
  routes: ledgerRoutes,
  jobs: ledgerJobs,
  personalData: ledgerData,
  start: async (deps, { role }) => {
    if (role !== 'api') await inspectHistory(deps);
  },
};
