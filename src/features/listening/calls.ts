/** What pages call: addresses alone, so that no page has to load a schema. The compiler holds them to the contract. */
import { call } from '#platform/http/endpoint.ts';
import type * as contract from './contract.ts';

export const getQueue = call<typeof contract.getQueue>('GET', '/api/admin/listening');
export const getRoom = call<typeof contract.getRoom>('GET', '/api/admin/submissions/:id/room');
export const decideTrack = call<typeof contract.decideTrack>('POST', '/api/admin/submissions/:id/decision');
export const markHeard = call<typeof contract.markHeard>('POST', '/api/admin/submissions/:id/heard');
export const rateTrack = call<typeof contract.rateTrack>('PUT', '/api/admin/submissions/:id/rating');
export const declareConflict = call<typeof contract.declareConflict>(
  'PUT',
  '/api/admin/submissions/:id/conflict',
);
export const withdrawConflict = call<typeof contract.withdrawConflict>(
  'DELETE',
  '/api/admin/submissions/:id/conflict',
);
export const listColleagues = call<typeof contract.listColleagues>('GET', '/api/admin/colleagues');
export const assignTracks = call<typeof contract.assignTracks>('POST', '/api/admin/assignments');
export const addNote = call<typeof contract.addNote>('POST', '/api/admin/submissions/:id/notes');
export const editNote = call<typeof contract.editNote>('PATCH', '/api/admin/notes/:id');
export const deleteNote = call<typeof contract.deleteNote>('DELETE', '/api/admin/notes/:id');
export const listMentions = call<typeof contract.listMentions>('GET', '/api/admin/mentions');
export const seeMentions = call<typeof contract.seeMentions>('POST', '/api/admin/mentions/seen');
