/** Decodes a lossless master a piece at a time, so that memory does not grow with the file. */
import { ByteStream } from './byte-stream.ts';
import { decodeFlac } from './flac-file.ts';
import { sniffMaster } from './master-format.ts';
import { decodePcm, type PcmSound } from './pcm-file.ts';

/** Throws MasterRefused for what is no master. */
export async function* decodeMaster(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<PcmSound> {
  const bytes = new ByteStream(chunks);
  const head = (await bytes.read(12)).slice();
  const container = sniffMaster(head);
  yield* container === 'FLAC' ? decodeFlac(head, bytes) : decodePcm(container, bytes);
}
