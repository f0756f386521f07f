/**
 * Deliveries as a folder. A batch is written under another name and renamed when it is whole, so that whoever fetches
 * never sees half of one; fetching may move it away.
 */
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Delivery } from '#ports/delivery.ts';

const BATCH = /^\d{17}$/;
/** No way up and out, whatever a name says. */
const PATH = /^(?!.*(?:^|\/)\.{1,2}(?:\/|$))[\w.-]+(?:\/[\w.-]+)*$/;

export function openFolderDelivery(folder: string): Delivery {
  const placeOf = (batch: string) => {
    if (!BATCH.test(batch)) throw new Error('not the name of a batch');
    return join(folder, batch);
  };
  return {
    provider: 'folder',
    async deliver(batch, files) {
      const place = placeOf(batch);
      const arriving = join(folder, `.arriving-${batch}`);
      await rm(arriving, { recursive: true, force: true });
      for (const { path, open } of files) {
        if (!PATH.test(path)) throw new Error('not a path of a batch');
        const file = join(arriving, path);
        await mkdir(dirname(file), { recursive: true });
        await pipeline(
          Readable.from(open(), { objectMode: false }),
          createWriteStream(file, { flush: true }),
        );
      }
      await rm(place, { recursive: true, force: true });
      await rename(arriving, place);
    },
    async withdraw(batch) {
      const place = placeOf(batch);
      if (!(await stat(place).catch(() => null))) return false;
      await rm(place, { recursive: true, force: true });
      return true;
    },
  };
}
