/** What pages call: addresses alone, so that no page has to load a schema. The compiler holds them to the contract. */
import { call } from '#platform/http/endpoint.ts';
import type * as contract from './contract.ts';

export const listMessages = call<typeof contract.listMessages>('GET', '/api/admin/submissions/:id/messages');
export const recallMessage = call<typeof contract.recallMessage>('POST', '/api/admin/messages/:id/recall');
export const addUpdate = call<typeof contract.addUpdate>('POST', '/api/admin/submissions/:id/updates');
export const listPublicUpdates = call<typeof contract.listPublicUpdates>(
  'GET',
  '/api/submissions/:id/updates',
);
export const getMeeting = call<typeof contract.getMeeting>(
  'GET',
  '/api/submissions/:id/updates/:updateId/meeting.ics',
);
