/** The bytes of a master as they came, for whoever listens to it or packs it. */
import { Readable } from 'node:stream';
import { asc, eq } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import type { DbOrTx } from '#platform/db/connect.ts';
import { AppError } from '#platform/errors.ts';
import { answerRange, parseRange } from '#platform/http/range.ts';
import type { RawAnswer } from '#platform/http/route.ts';
import type { ByteRange } from '#ports/storage.ts';
import { MASTER_BYTES } from './limits.ts';
import { type MasterRow, releaseMasterParts } from './table.ts';

export const listParts = (reader: DbOrTx, masterId: number) =>
  reader
    .select()
    .from(releaseMasterParts)
    .where(eq(releaseMasterParts.masterId, masterId))
    .orderBy(asc(releaseMasterParts.startByte));

/** Its bytes from first to last, or those of a range, a piece at a time. */
export async function* readMaster(
  { db, storage }: Pick<Deps, 'db' | 'storage'>,
  masterId: number,
  range: Required<ByteRange> = { start: 0, end: MASTER_BYTES },
): AsyncGenerator<Buffer> {
  for (const { objectKey, startByte, bytes } of await listParts(db, masterId)) {
    const start = Math.max(0, range.start - startByte);
    const end = Math.min(bytes - 1, range.end - startByte);
    if (start > end) continue;
    for await (const chunk of (await storage.getObject(objectKey, { start, end })).stream)
      yield chunk as Buffer;
  }
}

export const SOUND_TYPES = { WAV: 'audio/wav', AIFF: 'audio/aiff', FLAC: 'audio/flac' };

/** Its sound for a player: only what was heard to be a master. */
export function streamMaster(
  deps: Pick<Deps, 'db' | 'storage'>,
  master: MasterRow,
  asked: string | undefined,
): RawAnswer {
  if (master.state !== 'kept' || !master.look)
    throw new AppError('conflict', 'This master has not been heard yet.');
  const wanted = parseRange(asked, master.bytes);
  const { status, headers } = answerRange(wanted, master.bytes);
  const body =
    wanted === 'unsatisfiable'
      ? ''
      : Readable.from(readMaster(deps, master.id, wanted === 'whole' ? undefined : wanted));
  return {
    status,
    body,
    headers: {
      ...headers,
      'content-type': SOUND_TYPES[master.look.container],
      'cache-control': 'private, no-store',
      'content-disposition': 'inline',
    },
  };
}
