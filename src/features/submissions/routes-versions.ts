/** Versions over HTTP. */
import { join } from 'node:path';
import type { Deps } from '#deps.ts';
import { FILE_COPY, MAX_FILE_BYTES } from '#features/recordings/rules-file.ts';
import { AppError } from '#platform/errors.ts';
import { receiveUpload } from '#platform/http/receive-upload.ts';
import { type Call, type Route, route } from '#platform/http/route.ts';
import * as contract from './contract-versions.ts';
import { COPY } from './copy.ts';
import { notFound, readSubmission } from './queries.ts';
import { readVersions } from './queries-versions.ts';
import { isSeenBy } from './rules.ts';
import { isOwner } from './service.ts';
import { restoreVersion, sendVersion } from './service-versions.ts';

export function versionRoutes(deps: Deps): Route[] {
  return [
    route(contract.listVersions, async ({ params, staff, visitor }) => {
      const mine = await isOwner(deps, params.id, visitor);
      if (!isSeenBy(await readSubmission(deps, params.id), staff !== null, mine)) throw notFound();
      return readVersions(deps, params.id, mine || staff !== null);
    }),
    route(contract.sendVersion, (call) => receiveVersion(deps, call)),
    route(contract.restoreVersion, ({ params, body, staff }) =>
      restoreVersion(deps, params.id, body.version, staff),
    ),
  ];
}

async function receiveVersion(
  deps: Deps,
  { request, params, staff }: Pick<Call<typeof contract.sendVersion>, 'request' | 'params' | 'staff'>,
) {
  const form = await receiveUpload(request, {
    folder: join(deps.config.dataDir, 'incoming'),
    fileFields: ['audioFile'],
    maxFileBytes: MAX_FILE_BYTES,
  });
  try {
    const file = form.files.audioFile;
    if (!file) throw new AppError('invalid', COPY.fileAbsent, { fields: { audioFile: FILE_COPY.missing } });
    return await sendVersion(deps, params.id, file, staff);
  } finally {
    await form.discard();
  }
}
