/** What invitations bring. */
import type { Feature } from '#deps.ts';
import { invitationJobs } from './jobs.ts';
import { invitationData } from './personal-data.ts';
import { invitationRoutes } from './routes.ts';
import { invitationListener } from './service-listener.ts';

export const invitations: Feature = {
  name: 'invitations',
  routes: invitationRoutes,
  jobs: invitationJobs,
  personalData: invitationData,
  textListener: invitationListener,
};
