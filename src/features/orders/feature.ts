/** What orders bring. */
import type { Feature } from '#deps.ts';
import { orderData } from './personal-data.ts';
import { orderRoutes } from './routes.ts';
import { orderBelongings } from './service-belongings.ts';

export const orders: Feature = {
  name: 'orders',
  routes: orderRoutes,
  personalData: orderData,
  belongings: orderBelongings,
};
