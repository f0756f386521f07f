/**
 * WAV and AIFF, read as they arrive: a list of chunks, one that says what the samples look like and one that holds them.
 * After Microsoft's RIFF and Apple's AIFF 1.3; of AIFF-C only what is not compressed.
 */
import type { ByteStream } from './byte-stream.ts';
import { damaged, type MasterFormat, MasterRefused, requireFormat } from './master-format.ts';

/** Frames turned into numbers at once. */
const FRAMES = 16_384;
/** A description is some dozen bytes; anything longer is an attack. */
const MOST_DESCRIPTION = 4096;
/** Written where the length was not known yet. */
const UNKNOWN_SIZE = 0xffffffff;

interface Layout extends MasterFormat {
  littleEndian: boolean;
}

interface Kind {
  container: 'WAV' | 'AIFF';
  description: string;
  sound: string;
  littleEndian: boolean;
  /** Bytes between the head of the sound chunk and the first sample. */
  gap: number;
  describe(bytes: Uint8Array): Layout;
}

const WAV: Kind = {
  container: 'WAV',
  description: 'fmt ',
  sound: 'data',
  littleEndian: true,
  gap: 0,
  describe: describeWav,
};
const AIFF: Kind = {
  container: 'AIFF',
  description: 'COMM',
  sound: 'SSND',
  littleEndian: false,
  gap: 8,
  describe: describeAiff,
};

export interface PcmSound {
  format: MasterFormat;
  channels: Float32Array[];
}

/** From just after the first twelve bytes. */
export async function* decodePcm(container: 'WAV' | 'AIFF', bytes: ByteStream): AsyncGenerator<PcmSound> {
  const kind = container === 'WAV' ? WAV : AIFF;
  let layout: Layout | null = null;
  for (;;) {
    const head = await bytes.read(8);
    if (head.length < 8) throw damaged(container);
    const view = new DataView(head.buffer, head.byteOffset, 8);
    const [name, size] = [String.fromCharCode(...head.subarray(0, 4)), view.getUint32(4, kind.littleEndian)];
    if (name === kind.sound) {
      if (!layout) throw damaged(container);
      if (!(await bytes.skip(kind.gap))) throw damaged(container);
      yield* readSamples(layout, bytes, size === 0 || size === UNKNOWN_SIZE ? null : size - kind.gap);
      return;
    }
    if (name === kind.description) {
      if (size > MOST_DESCRIPTION) throw damaged(container);
      layout = kind.describe((await bytes.read(size)).slice());
      await bytes.skip(size % 2);
    } else if (!(await bytes.skip(size + (size % 2)))) throw damaged(container);
  }
}

function describeWav(bytes: Uint8Array): Layout {
  if (bytes.length < 16) throw damaged('WAV');
  const view = new DataView(bytes.buffer);
  const coding = view.getUint16(0, true);
  // Extensible: what it really is stands in the first bytes of an identifier.
  const real = coding === 0xfffe && bytes.length >= 26 ? view.getUint16(24, true) : coding;
  if (real === 0x55)
    throw new MasterRefused('Inside this WAV is an MP3. A master is the recording it was made from.');
  if (real === 3)
    throw new MasterRefused('This WAV holds floating-point samples. Export it with 16 or 24 bits.');
  if (real !== 1)
    throw new MasterRefused('The sound in this WAV is compressed. Export it as plain PCM, 16 or 24 bits.');
  const [channels, sampleRate, bits] = [
    view.getUint16(2, true),
    view.getUint32(4, true),
    view.getUint16(14, true),
  ];
  return { ...requireFormat({ container: 'WAV', channels, sampleRate, bits }), littleEndian: true };
}

function describeAiff(bytes: Uint8Array): Layout {
  if (bytes.length < 18) throw damaged('AIFF');
  const view = new DataView(bytes.buffer);
  const coding = bytes.length >= 22 ? String.fromCharCode(...bytes.subarray(18, 22)) : 'NONE';
  if (!['NONE', 'twos', 'sowt'].includes(coding))
    throw new MasterRefused('The sound in this AIFF is compressed. Export it as plain PCM, 16 or 24 bits.');
  // An 80-bit number: exponent, then 64 bits of which the upper half holds any whole rate.
  const sampleRate = view.getUint32(10) / 2 ** (31 - ((view.getUint16(8) & 0x7fff) - 16_383));
  const [channels, bits] = [view.getUint16(0), view.getUint16(6)];
  return {
    ...requireFormat({ container: 'AIFF', channels, sampleRate, bits }),
    littleEndian: coding === 'sowt',
  };
}

/** `size` in bytes; null when the sound runs to the end of the file. */
async function* readSamples(
  { littleEndian, ...format }: Layout,
  bytes: ByteStream,
  size: number | null,
): AsyncGenerator<PcmSound> {
  const frame = (format.bits / 8) * format.channels;
  let left = size === null ? Number.POSITIVE_INFINITY : size - (size % frame);
  while (left > 0) {
    const read = await bytes.read(Math.min(FRAMES * frame, left));
    const whole = read.length - (read.length % frame);
    if (whole < read.length || (whole === 0 && size !== null)) throw damaged(format.container);
    if (whole === 0) return;
    yield { format, channels: toNumbers(read, format, littleEndian) };
    left -= whole;
  }
}

function toNumbers(
  bytes: Uint8Array,
  { bits, channels }: MasterFormat,
  littleEndian: boolean,
): Float32Array[] {
  const width = bits / 8;
  const frames = bytes.length / width / channels;
  // The most and the least significant byte of a sample; the middle one is the same either way.
  const [high, low] = littleEndian ? [width - 1, 0] : [0, width - 1];
  return Array.from({ length: channels }, (_, channel) => {
    const samples = new Float32Array(frames);
    for (let i = 0; i < frames; i++) {
      const at = (i * channels + channel) * width;
      const middle = width === 3 ? bytes[at + 1] << 16 : 0;
      const lowest = bytes[at + low] << (width === 3 ? 8 : 16);
      samples[i] = ((bytes[at + high] << 24) | middle | lowest) / 2 ** 31;
    }
    return samples;
  });
}
