/** What pages call: addresses alone, so that no page has to load a schema. The compiler holds them to the contract. */
import { call } from '#platform/http/endpoint.ts';
import type * as contract from './contract.ts';

export const exportArtistData = call<typeof contract.exportArtistData>(
  'GET',
  '/api/admin/submissions/:id/artist-data',
);
export const eraseArtist = call<typeof contract.eraseArtist>(
  'POST',
  '/api/admin/submissions/:id/erase-artist',
);
export const exportPerson = call<typeof contract.exportPerson>('POST', '/api/admin/people/export');
export const erasePerson = call<typeof contract.erasePerson>('POST', '/api/admin/people/erase');
export const movePerson = call<typeof contract.movePerson>('POST', '/api/admin/people/move');
