/** What pages call: addresses alone, so that no page has to load a schema. The compiler holds them to the contract. */
import { call } from '#platform/http/endpoint.ts';
import type * as contract from './contract.ts';

export const getDuplicates = call<typeof contract.getDuplicates>('GET', '/api/submissions/:id/duplicates');
export const listHeldTracks = call<typeof contract.listHeldTracks>('GET', '/api/admin/duplicates');
export const releaseTrack = call<typeof contract.releaseTrack>('POST', '/api/admin/duplicates/:id/release');
export const rejectTrack = call<typeof contract.rejectTrack>('POST', '/api/admin/duplicates/:id/reject');
export const claimTrack = call<typeof contract.claimTrack>('POST', '/api/submissions/:id/claim');
export const upholdClaim = call<typeof contract.upholdClaim>('POST', '/api/admin/duplicates/:id/uphold');
