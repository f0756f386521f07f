/** What pages call: addresses alone, so that no page has to load a schema. The compiler holds them to the contract. */
import { call } from '#platform/http/endpoint.ts';
import type * as contract from './contract.ts';

export const getDistributionStatus = call<typeof contract.getDistributionStatus>(
  'GET',
  '/api/submissions/:id/distribution-status',
);
export const payDistribution = call<typeof contract.payDistribution>(
  'POST',
  '/api/submissions/:id/distribution-payment',
);
export const createDistributionPayment = call<typeof contract.createDistributionPayment>(
  'POST',
  '/api/create-distribution-payment',
);
export const reportDistributionPayment = call<typeof contract.reportDistributionPayment>(
  'POST',
  '/api/distribution-payment-success',
);
export const getDashboard = call<typeof contract.getDashboard>(
  'GET',
  '/api/submissions/:id/distribution-dashboard',
);
