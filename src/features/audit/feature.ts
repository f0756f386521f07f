/** What the audit trail brings. */
import type { Feature } from '#deps.ts';
import { auditData } from './personal-data.ts';
import { auditRoutes } from './routes.ts';

export const audit: Feature = {
  name: 'audit',
  routes: auditRoutes,
  personalData: auditData,
};
