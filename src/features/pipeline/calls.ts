/** What pages call: addresses alone, so that no page has to load a schema. The compiler holds them to the contract. */
import { call } from '#platform/http/endpoint.ts';
import type * as contract from './contract.ts';

export const listDeals = call<typeof contract.listDeals>('GET', '/api/admin/pipeline');
export const getDeal = call<typeof contract.getDeal>('GET', '/api/admin/submissions/:id/deal');
export const takeStep = call<typeof contract.takeStep>('POST', '/api/admin/submissions/:id/deal');
export const getReport = call<typeof contract.getReport>('GET', '/api/admin/pipeline/report');
