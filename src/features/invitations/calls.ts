/** What pages call: addresses alone, so that no page has to load a schema. The compiler holds them to the contract. */
import { call } from '#platform/http/endpoint.ts';
import type * as contract from './contract.ts';

export const sendInvitations = call<typeof contract.sendInvitations>('POST', '/api/send-invitations');
export const getInvitation = call<typeof contract.getInvitation>('GET', '/api/invitations/:code');
export const answerInvitation = call<typeof contract.answerInvitation>('POST', '/api/invitations/:code');
export const getInvitedArtists = call<typeof contract.getInvitedArtists>('GET', '/api/admin/invited-artists');
export const exportInvitedArtists = call<typeof contract.exportInvitedArtists>(
  'GET',
  '/api/admin/invited-artists/export',
);
