/** Masters over HTTP: tus 1.0.0 on the outside. */
import { Readable } from 'node:stream';
import type { Deps } from '#deps.ts';
import { AppError } from '#platform/errors.ts';
import { type Call, type Route, route } from '#platform/http/route.ts';
import * as contract from './contract-masters.ts';
import { MASTER_BYTES } from './limits.ts';
import { presentMaster } from './queries.ts';
import { readFileName, readLength } from './rules-upload.ts';
import { acceptMaster } from './service-accept.ts';
import { addToMaster, findMaster, openMaster, removeMaster } from './service-masters.ts';
import { streamMaster } from './service-sound.ts';
import { findReleased } from './service-subject.ts';

export function masterRoutes(deps: Deps): Route[] {
  return [
    route(contract.openMaster, async ({ params, staff, visitor, request, reply }) => {
      const { position, kind, id } = params;
      const released = await findReleased(deps, kind, id, { staff, visitor });
      const file = readFile(request.headers);
      const row = await openMaster(deps, released, position, { staff, visitor }, file);
      tell(reply, row).header('location', `/api/masters/${row.id}`);
      return presentMaster(row);
    }),
    route(contract.getMaster, async ({ params, staff, visitor, reply }) => {
      const row = await findMaster(deps, params.id, { staff, visitor });
      tell(reply, row);
      return presentMaster(row);
    }),
    route(contract.hearMaster, async ({ params, staff, visitor, request }) =>
      streamMaster(deps, await findMaster(deps, params.id, { staff, visitor }), request.headers.range),
    ),
    route(contract.addToMaster, async ({ params, staff, visitor, request, reply }) => {
      const row = await findMaster(deps, params.id, { staff, visitor });
      if (!(request.body instanceof Readable))
        throw new AppError('unsupported_media', 'Send the bytes as application/offset+octet-stream.');
      const offset = readLength(request.headers['upload-offset']);
      if (offset === null) throw new AppError('invalid', 'Upload-Offset says where the bytes belong.');
      tell(reply, await addToMaster(deps, row, offset, request.body));
      return { body: '' };
    }),
    route(contract.removeMaster, async ({ params, staff, visitor, reply }) => {
      const row = await findMaster(deps, params.id, { staff, visitor });
      await removeMaster(deps, row, staff);
      reply.header('tus-resumable', '1.0.0');
      return { body: '' };
    }),
    route(contract.acceptMaster, async ({ params, body, staff }) =>
      presentMaster(await acceptMaster(deps, params.id, body.reason, staff)),
    ),
    ...[contract.describeOpening, contract.describeMaster].map((endpoint) =>
      route(endpoint, async () => ({ body: '', headers: SPOKEN })),
    ),
  ];
}

const SPOKEN = {
  'tus-resumable': '1.0.0',
  'tus-version': '1.0.0',
  'tus-extension': 'creation,termination',
  'tus-max-size': String(MASTER_BYTES),
};

const tell = (reply: Call['reply'], { received, bytes }: { received: number; bytes: number }) =>
  reply.headers({
    'tus-resumable': '1.0.0',
    'upload-offset': String(received),
    'upload-length': String(bytes),
  });

function readFile(headers: Call['request']['headers']) {
  const stamp = String(headers['upload-metadata'] ?? '').slice(0, 2000);
  const bytes = readLength(headers['upload-length']);
  if (bytes === null || bytes === 0)
    throw new AppError('invalid', 'Upload-Length says how many bytes there are.');
  return { bytes, stamp, name: readFileName(stamp) };
}
