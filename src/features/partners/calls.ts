/** What pages call: addresses alone, so that no page has to load a schema. The compiler holds them to the contract. */
import { call } from '#platform/http/endpoint.ts';
import type * as contract from './contract.ts';

export const requestPartnership = call<typeof contract.requestPartnership>(
  'POST',
  '/api/partnership-requests',
);
export const getPartnershipRequests = call<typeof contract.getPartnershipRequests>(
  'GET',
  '/api/admin/partnership-requests',
);
export const decidePartnershipRequest = call<typeof contract.decidePartnershipRequest>(
  'POST',
  '/api/admin/partnership-requests/:id',
);
