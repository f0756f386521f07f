/** What pages call: addresses alone, so that no page has to load a schema. The compiler holds them to the contract. */
import { call } from '#platform/http/endpoint.ts';
import type * as contract from './contract.ts';

export const getHold = call<typeof contract.getHold>('GET', '/api/submissions/:id/hold');
export const openHold = call<typeof contract.openHold>('POST', '/api/submissions/:id/hold/open');
export const takeHold = call<typeof contract.takeHold>('POST', '/api/submissions/:id/hold');
export const getOffer = call<typeof contract.getOffer>('GET', '/api/submissions/:id/offer');
export const getFollowUpMessage = call<typeof contract.getFollowUpMessage>(
  'GET',
  '/api/submissions/:id/follow-up-message',
);
export const getRoundRanking = call<typeof contract.getRoundRanking>(
  'GET',
  '/api/submissions/:id/round-ranking',
);
export const makeArtistLink = call<typeof contract.makeArtistLink>(
  'POST',
  '/api/admin/submissions/:id/artist-link',
);
