/** What duplicates bring. */
import type { Feature } from '#deps.ts';
import { duplicateData } from './personal-data.ts';
import { duplicateRoutes } from './routes.ts';
import { duplicateRecordings } from './service.ts';

export const duplicates: Feature = {
  name: 'duplicates',
  routes: duplicateRoutes,
  personalData: duplicateData,
  recordingUser: duplicateRecordings,
};
