/** What the pipeline brings. */
import type { Feature } from '#deps.ts';
import { pipelineData } from './personal-data.ts';
import { pipelineRoutes } from './routes.ts';

export const pipeline: Feature = {
  name: 'pipeline',
  routes: pipelineRoutes,
  personalData: pipelineData,
};
