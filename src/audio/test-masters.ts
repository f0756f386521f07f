/** Masters for tests: plain WAV and AIFF files of given samples, and music that reaches up to the top of its rate. */
import { decodeMp3 } from './decode/decode.ts';
import { joinBytes, joinSamples, seededRandom } from './test-signals.ts';

type Bits = 16 | 24;

function writeSamples(channels: readonly Float32Array[], bits: Bits, littleEndian: boolean): Uint8Array {
  const width = bits / 8;
  const bytes = new Uint8Array(channels[0].length * channels.length * width);
  const full = 2 ** (bits - 1);
  for (let i = 0, at = 0; i < channels[0].length; i++)
    for (const samples of channels) {
      const value = Math.max(-full, Math.min(full - 1, Math.round(samples[i] * full)));
      for (let byte = 0; byte < width; byte++)
        bytes[at + (littleEndian ? byte : width - 1 - byte)] = (value >> (8 * byte)) & 255;
      at += width;
    }
  return bytes;
}

const ascii = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0));
const number = (value: number, bytes: number, littleEndian: boolean) =>
  Uint8Array.from({ length: bytes }, (_, at) => (value >>> (8 * (littleEndian ? at : bytes - 1 - at))) & 255);

/** With a chunk behind the sound, as editors leave them. */
export function writeWav(
  channels: readonly Float32Array[],
  rate: number,
  bits: Bits = 16,
  coding = 1,
): Uint8Array {
  const data = writeSamples(channels, bits, true);
  const frame = (channels.length * bits) / 8;
  const [two, four] = [(v: number) => number(v, 2, true), (v: number) => number(v, 4, true)];
  const format = [two(coding), two(channels.length), four(rate), four(rate * frame), two(frame), two(bits)];
  const body = joinBytes(
    ...[ascii('WAVEfmt '), four(16), ...format, ascii('data'), four(data.length), data],
    ...[ascii('LIST'), four(4), ascii('INFO')],
  );
  return joinBytes(ascii('RIFF'), four(body.length), body);
}

export function writeAiff(channels: readonly Float32Array[], rate: number, bits: Bits = 16): Uint8Array {
  const data = writeSamples(channels, bits, false);
  const [two, four] = [(v: number) => number(v, 2, false), (v: number) => number(v, 4, false)];
  const exponent = Math.floor(Math.log2(rate));
  const extended = joinBytes(two(16_383 + exponent), four(rate * 2 ** (31 - exponent)), four(0));
  const common = joinBytes(two(channels.length), four(channels[0].length), two(bits), extended);
  const body = joinBytes(
    ...[ascii('AIFFCOMM'), four(common.length), common],
    ...[ascii('SSND'), four(data.length + 8), four(0), four(0), data],
  );
  return joinBytes(ascii('FORM'), four(body.length), body);
}

/** By a table of what each byte adds: megabytes go through it. */
function makeCrc(polynomial: number, width: 8 | 16): (bytes: Uint8Array) => number {
  const mask = 2 ** width - 1;
  const table = Uint16Array.from({ length: 256 }, (_, byte) => {
    let sum = byte << (width - 8);
    for (let bit = 0; bit < 8; bit++)
      sum = (sum & (1 << (width - 1)) ? (sum << 1) ^ polynomial : sum << 1) & mask;
    return sum;
  });
  return (bytes) => {
    let sum = 0;
    for (let at = 0; at < bytes.length; at++)
      sum = ((sum << 8) & mask) ^ table[((sum >> (width - 8)) ^ bytes[at]) & 255];
    return sum;
  };
}
const crc8 = makeCrc(0x07, 8);
const crc16 = makeCrc(0x8005, 16);

/** As plain as FLAC can be: every sample as it is, in frames of 4,096 (RFC 9639). */
export function writeFlac(channels: readonly Float32Array[], bits: Bits = 16): Uint8Array {
  const [rate, block] = [44_100, 4096];
  const big = (value: number, bytes: number) => number(value, bytes, false);
  const total = channels[0].length;
  const packed = ((rate << 12) | ((channels.length - 1) << 9) | ((bits - 1) << 4)) >>> 0;
  const about = [big(block, 2), big(block, 2), big(0, 3), big(0, 3), big(packed, 4), big(total, 4)];
  const parts: (Uint8Array | number[])[] = [ascii('fLaC'), [0x80, 0, 0, 34], ...about, new Uint8Array(16)];
  for (let at = 0, index = 0; at < total; at += block, index++) {
    const cut = channels.map((samples) => samples.subarray(at, at + block));
    const place = index < 128 ? [index] : [0xc0 | (index >> 6), 0x80 | (index & 63)];
    const start = [0xff, 0xf8, 0x79, ((channels.length - 1) << 4) | (bits === 16 ? 8 : 12)];
    const head = joinBytes(start, place, big(cut[0].length - 1, 2));
    const sound = cut.flatMap((samples) => [[0x02], writeSamples([samples], bits, false)]);
    const frame = joinBytes(head, [crc8(head)], ...sound);
    parts.push(frame, big(crc16(frame), 2));
  }
  return joinBytes(...parts);
}

/** Notes of a melody that a seed decides, each with a burst of noise, so that there is treble up to the very top. */
export function composeMaster(seconds: number, rate: number, seed = 5): Float32Array[] {
  const random = seededRandom(seed);
  const left = new Float32Array(Math.round(seconds * rate));
  const right = new Float32Array(left.length);
  const step = Math.round(rate * 0.23);
  for (let from = 0; from < left.length; from += step) {
    const hz = 220 * 2 ** (Math.floor(random() * 30) / 12);
    for (let i = 0; i < step && from + i < left.length; i++) {
      const fade = Math.exp((-5 * i) / step);
      const angle = (2 * Math.PI * hz * i) / rate;
      const tone = 0.3 * fade * (Math.sin(angle) + 0.5 * Math.sin(3.01 * angle));
      left[from + i] = tone + 0.12 * fade * (2 * random() - 1);
      right[from + i] = tone + 0.12 * fade * (2 * random() - 1);
    }
  }
  return [left, right];
}

/** What is left of music once it has been an MP3. */
export async function decodeWhole(mp3: Uint8Array): Promise<Float32Array[]> {
  const parts: Float32Array[][] = [];
  for await (const { channels } of decodeMp3(mp3)) parts.push(channels.map((samples) => samples.slice()));
  return parts[0].map((_, channel) => joinSamples(...parts.map((part) => part[channel])));
}

export async function* inPieces(bytes: Uint8Array, size = 70_001): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
