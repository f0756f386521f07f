/** What payments bring. */
import type { Feature } from '#deps.ts';
import { paymentJobs } from './jobs.ts';
import { paymentData } from './personal-data.ts';
import { paymentRoutes } from './routes.ts';
import { staffPaymentRoutes } from './routes-staff.ts';
import { paymentBelongings } from './service-belongings.ts';
import { sweepPayments } from './service-sweep.ts';

export const payments: Feature = {
  name: 'payments',
  routes: (deps) => [...paymentRoutes(deps), ...staffPaymentRoutes(deps)],
  jobs: paymentJobs,
  personalData: paymentData,
  belongings: paymentBelongings,
  sweep: sweepPayments,
};
