/** Content credentials (C2PA) in a master: looked for by a few reads, and read from a copy on disk, as 500 MB have no place in memory. */
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { Deps } from '#deps.ts';
import type { Credentials } from '#features/recordings/contract.ts';
import { readTagLength, TAG_HEAD } from '#features/recordings/rules-tags.ts';
import { hasCredentials, readCredentials } from '#features/recordings/service-credentials.ts';
import { newObjectName } from '#ports/storage.ts';
import type { MasterLook } from './rules-master.ts';
import { readMaster, SOUND_TYPES } from './service-sound.ts';
import type { MasterRow } from './table.ts';

type ReadDeps = Pick<Deps, 'db' | 'storage' | 'config'>;

/** A file with more chunks than that was made to keep us busy. */
const MOST_CHUNKS = 64;
/** Pictures make tags large; credentials with them. */
const MOST_TAG = 16 * 1024 * 1024;

/** Null where there are none; the standard defines no place for them in an AIFF. */
export async function readMasterCredentials(
  deps: ReadDeps,
  { id }: Pick<MasterRow, 'id'>,
  { container }: Pick<MasterLook, 'container'>,
  signal: AbortSignal,
): Promise<Credentials | null> {
  const cut = (start: number, length: number) =>
    buffer(Readable.from(readMaster(deps, id, { start, end: start + length - 1 })));
  const isThere = container === 'WAV' ? hasChunk(cut) : container === 'FLAC' ? isInTag(cut) : false;
  if (!(await isThere)) return null;
  const folder = join(deps.config.dataDir, 'incoming');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const copy = join(folder, newObjectName('bin'));
  try {
    await pipeline(readMaster(deps, id), createWriteStream(copy, { mode: 0o600 }), { signal });
    return await readCredentials(copy, SOUND_TYPES[container]);
  } finally {
    await rm(copy, { force: true });
  }
}

type Cut = (start: number, length: number) => Promise<Buffer>;

/** In a WAV they are a chunk of their own (C2PA 2.2, appendix A.3.5), mostly the last. */
async function hasChunk(cut: Cut): Promise<boolean> {
  for (let at = 12, chunks = 0; chunks < MOST_CHUNKS; chunks++) {
    const head = await cut(at, 8);
    if (head.length < 8) return false;
    if (head.toString('latin1', 0, 4) === 'C2PA') return true;
    const size = head.readUInt32LE(4);
    at += 8 + size + (size % 2);
  }
  return false;
}

/** In a FLAC they are in a tag before it, as in an MP3. */
async function isInTag(cut: Cut): Promise<boolean> {
  const length = readTagLength(await cut(0, TAG_HEAD));
  return length > 0 && length <= MOST_TAG && hasCredentials(await cut(0, length));
}
