/** What pages call: addresses alone, so that no page has to load a schema. The compiler holds them to the contract. */
import { call } from '#platform/http/endpoint.ts';
import type * as contract from './contract.ts';

export const listShortlists = call<typeof contract.listShortlists>('GET', '/api/admin/shortlists');
export const createShortlist = call<typeof contract.createShortlist>('POST', '/api/admin/shortlists');
export const getShortlist = call<typeof contract.getShortlist>('GET', '/api/admin/shortlists/:id');
export const deleteShortlist = call<typeof contract.deleteShortlist>('DELETE', '/api/admin/shortlists/:id');
export const orderShortlist = call<typeof contract.orderShortlist>('PUT', '/api/admin/shortlists/:id/tracks');
export const addToShortlist = call<typeof contract.addToShortlist>(
  'POST',
  '/api/admin/shortlists/:id/tracks',
);
export const makeLink = call<typeof contract.makeLink>('POST', '/api/admin/shortlists/:id/links');
export const revokeLink = call<typeof contract.revokeLink>('POST', '/api/admin/listening-links/:id/revoke');
export const exportShortlist = call<typeof contract.exportShortlist>(
  'GET',
  '/api/admin/shortlists/:id/export',
);
export const printShortlist = call<typeof contract.printShortlist>('GET', '/api/admin/shortlists/:id/sheet');
export const listen = call<typeof contract.listen>('GET', '/api/listen/:token');
export const listenTo = call<typeof contract.listenTo>('GET', '/api/listen/:token/tracks/:id/audio');
