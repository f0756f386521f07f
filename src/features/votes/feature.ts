/** What votes bring. */
import type { Feature } from '#deps.ts';
import { voteGrants } from './grants.ts';
import { voteJobs } from './jobs.ts';
import { voteData } from './personal-data.ts';
import { voteRoutes } from './routes.ts';
import { sweepRefused } from './service-batch.ts';
import { voteBelongings } from './service-belongings.ts';
import { keepCounting } from './service-consumers.ts';
import { keepCampaignEnd, voteRecord } from './service-standings.ts';

export const votes: Feature = {
  name: 'votes',
  routes: voteRoutes,
  jobs: voteJobs,
  grants: voteGrants,
  personalData: voteData,
  belongings: voteBelongings,
  contestRecord: voteRecord,
  keepDoing: keepCounting,
  sweep: sweepRefused,
  start: keepCampaignEnd,
};
