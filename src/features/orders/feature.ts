/** What orders bring. */
import type { Feature } from '#deps.ts';
import { orderData } from './personal-data.ts';
import { orderRoutes } from './routes.ts';

export const orders: Feature = { name: 'orders', routes: orderRoutes, personalData: orderData };
