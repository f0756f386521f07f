/** Releases over HTTP. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Deps } from '#deps.ts';
import { getRelease as getAlbumPackage } from '#features/albums/contract.ts';
import { requireReleaseRight } from '#features/albums/service-release.ts';
import { AppError } from '#platform/errors.ts';
import { receiveUpload } from '#platform/http/receive-upload.ts';
import { type Call, type RawAnswer, type Route, route } from '#platform/http/route.ts';
import * as contract from './contract.ts';
import { COVER_BYTES } from './limits.ts';
import { describeAlbum, presentRelease } from './queries.ts';
import { saveRelease } from './service.ts';
import { keepCover } from './service-cover.ts';
import { giveIsrcs } from './service-isrcs.ts';
import { type Archive, packRelease } from './service-package.ts';
import { askForPrint } from './service-print.ts';
import { findReleased, readAiUse } from './service-subject.ts';

export function releaseRoutes(deps: Deps): Route[] {
  return [
    route(contract.getRelease, async ({ params, staff, visitor }) =>
      presentRelease(deps, await findReleased(deps, params.kind, params.id, { staff, visitor })),
    ),
    route(contract.saveRelease, ({ params, body, staff, visitor }) =>
      saveRelease(deps, params.kind, params.id, { staff, visitor }, body),
    ),
    route(contract.giveIsrcs, ({ params, body, staff, visitor }) =>
      giveIsrcs(deps, params.kind, params.id, { staff, visitor }, body.revision),
    ),
    route(contract.sendCover, (call) => receiveCover(deps, call)),
    route(contract.takeDrawnCover, async ({ params, staff, visitor }) => {
      const released = await findReleased(deps, params.kind, params.id, { staff, visitor });
      await askForPrint(deps, released, staff);
      return presentRelease(deps, released);
    }),
    route(contract.getPackage, async ({ params, staff, visitor }) =>
      sendArchive(
        await packRelease(deps, await findReleased(deps, params.kind, params.id, { staff, visitor })),
      ),
    ),
    route(contract.getAiUse, ({ params, staff, visitor }) => readAiUse(deps, params.id, { staff, visitor })),
    route(getAlbumPackage, async ({ params, staff, visitor }) => {
      await requireReleaseRight(deps, params.id, { staff, visitor });
      return sendArchive(await packRelease(deps, await describeAlbum(deps, params.id)));
    }),
  ];
}

async function receiveCover(
  deps: Deps,
  {
    request,
    params,
    staff,
    visitor,
  }: Pick<Call<typeof contract.sendCover>, 'request' | 'params' | 'staff' | 'visitor'>,
) {
  const released = await findReleased(deps, params.kind, params.id, { staff, visitor });
  const form = await receiveUpload(request, {
    folder: join(deps.config.dataDir, 'incoming'),
    fileFields: ['cover'],
    maxFileBytes: COVER_BYTES,
  });
  try {
    const file = form.files.cover;
    if (!file || file.bytes === 0) throw new AppError('invalid', 'Choose a picture first.');
    if (file.tooBig) throw new AppError('too_large', 'A cover may have 10 MB at most.');
    await keepCover(deps, released, await readFile(file.path), { actor: staff });
    return await presentRelease(deps, released);
  } finally {
    await form.discard();
  }
}

function sendArchive({ name, body }: Archive): RawAnswer {
  const ascii = name.replace(/[^ -~]|["\\]/g, '_');
  const disposition = `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(name)}`;
  return { body, headers: { 'content-disposition': disposition, 'cache-control': 'no-store' } };
}
