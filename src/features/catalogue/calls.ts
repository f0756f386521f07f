/** What pages call: addresses alone, so that no page has to load a schema. The compiler holds them to the contract. */
import { call } from '#platform/http/endpoint.ts';
import type * as contract from './contract.ts';

export const findTracks = call<typeof contract.findTracks>('GET', '/api/admin/catalogue');
export const countTracks = call<typeof contract.countTracks>('GET', '/api/admin/catalogue/count');
export const listChoices = call<typeof contract.listChoices>('GET', '/api/admin/catalogue/choices');
export const findAlike = call<typeof contract.findAlike>('GET', '/api/admin/catalogue/:id/alike');
export const listViews = call<typeof contract.listViews>('GET', '/api/admin/catalogue/views');
export const saveView = call<typeof contract.saveView>('POST', '/api/admin/catalogue/views');
export const deleteView = call<typeof contract.deleteView>('DELETE', '/api/admin/catalogue/views/:id');
