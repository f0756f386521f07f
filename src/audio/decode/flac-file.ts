/** FLAC, decoded as it arrives. What its first block says about the sound is checked against what comes out. */
import { FLACDecoder } from '@wasm-audio-decoders/flac';
import type { ByteStream } from './byte-stream.ts';
import { damaged, type MasterFormat, MasterRefused, requireFormat } from './master-format.ts';
import type { PcmSound } from './pcm-file.ts';

/** Bytes handed to the decoder at once. */
const FEED_BYTES = 64 * 1024;
/** The mark, the head of the first block and the block: what it is, how long, whether it was altered. */
const HEAD_BYTES = 4 + 4 + 34;

/** From the very first byte. */
export async function* decodeFlac(first: Uint8Array, bytes: ByteStream): AsyncGenerator<PcmSound> {
  const rest = await bytes.read(HEAD_BYTES - first.length);
  const head = Uint8Array.from([...first, ...rest]);
  const { format, samples } = describeFlac(head);
  const decoder = new FLACDecoder();
  await decoder.ready;
  let decoded = 0;
  const take = ({ channelData, samplesDecoded, errors }: Awaited<ReturnType<FLACDecoder['flush']>>) => {
    if (errors.length > 0) throw damaged('FLAC');
    decoded += samplesDecoded;
    return samplesDecoded > 0 ? { format, channels: channelData.slice(0, format.channels) } : null;
  };
  try {
    for (let chunk = head; chunk.length > 0; chunk = (await bytes.next(FEED_BYTES)).slice()) {
      const sound = take(await decoder.decode(chunk));
      if (sound) yield sound;
    }
    const last = take(await decoder.flush());
    if (last) yield last;
    if (decoded === 0 || (samples > 0 && decoded !== samples)) throw damaged('FLAC');
  } catch (error) {
    // What the decoder throws about bytes it cannot follow is the file's fault.
    throw error instanceof MasterRefused ? error : damaged('FLAC');
  } finally {
    decoder.free();
  }
}

/** The block that every FLAC file begins with (RFC 9639, 8.2). 0 samples: it does not say how many. */
function describeFlac(head: Uint8Array): { format: MasterFormat; samples: number } {
  const isFirstBlock = head.length === HEAD_BYTES && (head[4] & 0x7f) === 0 && head[7] === 34;
  if (!isFirstBlock) throw damaged('FLAC');
  const at = new DataView(head.buffer, 8);
  const packed = at.getUint32(10);
  const format = requireFormat({
    container: 'FLAC',
    sampleRate: packed >>> 12,
    channels: ((packed >>> 9) & 7) + 1,
    bits: ((packed >>> 4) & 31) + 1,
  });
  return { format, samples: (packed & 15) * 2 ** 32 + at.getUint32(14) };
}
