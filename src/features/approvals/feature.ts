/** What requests for a second person bring. */
import type { Feature } from '#deps.ts';
import { approvalData } from './personal-data.ts';
import { approvalRoutes } from './routes.ts';

export const approvals: Feature = {
  name: 'approvals',
  routes: approvalRoutes,
  personalData: approvalData,
};
