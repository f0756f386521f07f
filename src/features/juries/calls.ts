/** What pages call: addresses alone, so that no page has to load a schema. The compiler holds them to the contract. */
import { call } from '#platform/http/endpoint.ts';
import type * as contract from './contract.ts';

export const listJuries = call<typeof contract.listJuries>('GET', '/api/admin/juries');
export const openJury = call<typeof contract.openJury>('POST', '/api/admin/juries');
export const getJury = call<typeof contract.getJury>('GET', '/api/admin/juries/:id');
export const hearTrack = call<typeof contract.hearTrack>('GET', '/api/admin/juries/:id/tracks/:number/audio');
export const castBallot = call<typeof contract.castBallot>(
  'POST',
  '/api/admin/juries/:id/tracks/:number/ballot',
);
export const abstain = call<typeof contract.abstain>('POST', '/api/admin/juries/:id/tracks/:number/abstain');
export const closeJury = call<typeof contract.closeJury>('POST', '/api/admin/juries/:id/close');
export const publishJury = call<typeof contract.publishJury>('POST', '/api/admin/juries/:id/publish');
export const listPublicJuries = call<typeof contract.listPublicJuries>('GET', '/api/juries');
export const getCards = call<typeof contract.getCards>('GET', '/api/submissions/:id/jury-cards');
