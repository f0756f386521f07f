/** What pages call: addresses alone, so that no page has to load a schema. The compiler holds them to the contract. */
import { call } from '#platform/http/endpoint.ts';
import type * as contract from './contract.ts';

export const listRounds = call<typeof contract.listRounds>('GET', '/api/admin/rounds');
export const closeRound = call<typeof contract.closeRound>('POST', '/api/admin/rounds/:round/close');
export const selectWinners = call<typeof contract.selectWinners>(
  'POST',
  '/api/admin/rounds/:round/selection',
);
export const publishRound = call<typeof contract.publishRound>('POST', '/api/admin/rounds/:round/publish');
export const getWinners = call<typeof contract.getWinners>('GET', '/api/rounds/winners');
