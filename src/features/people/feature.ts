/** What people bring. */
import type { Feature } from '#deps.ts';
import { peopleData } from './personal-data.ts';
import { peopleRoutes } from './routes.ts';

export const people: Feature = {
  name: 'people',
  routes: peopleRoutes,
  personalData: peopleData,
};
