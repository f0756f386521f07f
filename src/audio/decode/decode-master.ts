/** Decodes a lossless master a piece at a time, so that memory does not grow with the file. */
import { ByteStream } from './byte-stream.ts';
import { decodeFlac } from './flac-file.ts';
import { isFlac, sniffMaster } from './master-format.ts';
import { id3Length } from './mp3-walk.ts';
import { decodePcm, type PcmSound } from './pcm-file.ts';

const HEAD = 12;

/** Throws MasterRefused for what is no master. */
export async function* decodeMaster(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<PcmSound> {
  const bytes = new ByteStream(chunks);
  let head = (await bytes.read(HEAD)).slice();
  const tag = id3Length(head);
  // Before a FLAC too there may be a tag: content credentials are kept in one.
  if (tag !== undefined && tag >= HEAD && (await bytes.skip(tag - HEAD))) {
    const after = (await bytes.read(HEAD)).slice();
    if (isFlac(after)) head = after;
  }
  const container = sniffMaster(head);
  yield* container === 'FLAC' ? decodeFlac(head, bytes) : decodePcm(container, bytes);
}
