/** A person's data on the wire: exported, erased, or moved to another number on request. */
import { z } from 'zod';
import { idParams } from '#features/submissions/contract.ts';
import { endpoint } from '#platform/http/endpoint.ts';

export const exportArtistData = endpoint({
  method: 'GET',
  path: '/api/admin/submissions/:id/artist-data',
  summary: 'Everything held about the artist of a submission (same phone number), as a JSON file',
  access: 'owner',
  params: idParams,
  produces: 'application/json; charset=utf-8',
});

/** By POST: a number in an address would stand in logs and histories. */
export const exportPerson = endpoint({
  method: 'POST',
  path: '/api/admin/people/export',
  summary: 'Everything held about whoever has a phone number, track or not, as a JSON file',
  access: 'owner',
  body: z.object({ phoneNumber: z.string().trim().min(1).max(20) }),
  produces: 'application/json; charset=utf-8',
});

const erasure = z.object({
  phoneNumber: z.string().trim().max(20),
  reason: z.string().trim().min(3, 'Please give a reason').max(1000),
});

export const erasePerson = endpoint({
  method: 'POST',
  path: '/api/admin/people/erase',
  summary: 'Delete everything of whoever has a phone number, for good: also a fan or payer without a track',
  access: 'owner',
  body: erasure,
  response: z.object({ deletedSubmissions: z.int() }),
});

export const eraseArtist = endpoint({
  method: 'POST',
  path: '/api/admin/submissions/:id/erase-artist',
  summary: 'Delete everything of the artist of a submission (same phone number), audio included, for good',
  access: 'owner',
  params: idParams,
  body: erasure,
  response: z.object({ deletedSubmissions: z.int() }),
});

export const movePerson = endpoint({
  method: 'POST',
  path: '/api/admin/people/move',
  summary:
    'Move everything of a phone number to another one, for somebody who lost theirs; both are signed out',
  access: 'owner',
  body: z.object({
    /** As it was typed with their tracks, or otherwise written. */
    from: z.string().trim().min(1).max(20),
    to: z.string().trim().min(1).max(20),
    reason: z.string().trim().min(3, 'Please give a reason').max(1000),
  }),
  response: z.object({ submissions: z.int(), albums: z.int() }),
});
