/**
 * Masters on the wire: sent by tus 1.0.0 (creation and termination), an open protocol for uploads that go on after a
 * break, so that any of its clients can send them. Its headers carry lengths and offsets; the bodies are ours.
 */
import { z } from 'zod';
import { idParams } from '#features/submissions/contract.ts';
import { endpoint } from '#platform/http/endpoint.ts';
import { masterSchema, subjectParams } from './contract.ts';
import { MOST_TRACKS } from './limits.ts';

export const openMaster = endpoint({
  method: 'POST',
  path: '/api/releases/:kind/:id/masters/:position',
  summary:
    'Begin to send the lossless master of a track (tus: Upload-Length, Upload-Metadata); the same file goes on where it was',
  access: 'public',
  params: subjectParams.extend({
    position: z
      .string()
      .regex(/^[1-9]$/)
      .transform(Number)
      .pipe(z.int().max(MOST_TRACKS)),
  }),
  response: masterSchema,
  status: 201,
  rateLimit: { name: 'master-open', limit: 60, windowSeconds: 3600 },
});

export const getMaster = endpoint({
  method: 'GET',
  path: '/api/masters/:id',
  summary: 'How far a master has arrived and what was found (tus: HEAD answers with Upload-Offset)',
  access: 'public',
  params: idParams,
  response: masterSchema,
});

export const hearMaster = endpoint({
  method: 'GET',
  path: '/api/masters/:id/sound',
  summary:
    'A master that was kept, to hear it beside the entry, with range requests: for its artist and staff',
  access: 'public',
  params: idParams,
  produces: 'application/octet-stream',
});

export const addToMaster = endpoint({
  method: 'PATCH',
  path: '/api/masters/:id',
  summary: 'The next bytes of a master, from Upload-Offset on (tus: application/offset+octet-stream)',
  access: 'public',
  params: idParams,
  produces: 'text/plain; charset=utf-8',
  status: 204,
  rateLimit: { name: 'master-piece', limit: 2000, windowSeconds: 3600 },
});

export const removeMaster = endpoint({
  method: 'DELETE',
  path: '/api/masters/:id',
  summary: 'Give a master up, arrived or not',
  access: 'public',
  params: idParams,
  produces: 'text/plain; charset=utf-8',
  status: 204,
  rateLimit: { name: 'master-remove', limit: 120, windowSeconds: 3600 },
});

export const acceptMaster = endpoint({
  method: 'POST',
  path: '/api/admin/masters/:id/accept',
  summary: 'Let a master through that looks encoded, with the reason; the artist is told',
  access: 'a&r',
  params: idParams,
  body: z.object({ reason: z.string().trim().min(10).max(500) }),
  response: masterSchema,
});

const describe = {
  method: 'OPTIONS',
  summary: 'What of tus is spoken here: version, extensions, the most bytes',
  access: 'public',
  produces: 'text/plain; charset=utf-8',
  status: 204,
  worksAlone: true,
} as const;

/** A client may ask at either address. */
export const describeOpening = endpoint({ ...describe, path: openMaster.path, params: openMaster.params });
export const describeMaster = endpoint({ ...describe, path: addToMaster.path, params: idParams });
