// Damages MP3s in every way we could think of, the same way for the same seed.
import { joinBytes, randomBytes, seededRandom } from '#audio/test-signals.ts';

type Random = () => number;
type Mutation = (bytes: Uint8Array, random: Random) => Uint8Array;

const below = (random: Random, limit: number): number => Math.floor(random() * limit);
const someBytes = (random: Random, count: number): Uint8Array => randomBytes(count, 1 + below(random, 1e9));

/** Offsets at which a frame header may begin. */
function findSyncs(bytes: Uint8Array): number[] {
  const found: number[] = [];
  for (let at = 0; at + 4 < bytes.length; at++)
    if (bytes[at] === 0xff && (bytes[at + 1] & 0xe6) === 0xe2) found.push(at);
  return found;
}

function pickSync(bytes: Uint8Array, random: Random): number {
  const syncs = findSyncs(bytes);
  return syncs.length > 0 ? syncs[below(random, syncs.length)] : below(random, Math.max(1, bytes.length - 4));
}

function insertAt(bytes: Uint8Array, at: number, piece: Uint8Array | readonly number[]): Uint8Array {
  return joinBytes(bytes.subarray(0, at), piece, bytes.subarray(at));
}

/** Bytes 6 to 9 of an ID3v2 tag: its size, seven bits each. */
const id3 = (size: number, flags = 0): number[] => [
  ...[0x49, 0x44, 0x33, 4, 0, flags],
  ...[21, 14, 7, 0].map((shift) => (size >>> shift) & 0x7f),
];

export const MUTATIONS: Readonly<Record<string, Mutation>> = {
  'flipped bits': (bytes, random) => {
    const out = bytes.slice();
    const flips = 1 + below(random, 2 ** below(random, 12));
    for (let i = 0; i < flips; i++) out[below(random, out.length)] ^= 1 << below(random, 8);
    return out;
  },
  'cut at the end': (bytes, random) => bytes.slice(0, below(random, bytes.length)),
  'cut at the start': (bytes, random) => bytes.slice(below(random, bytes.length)),
  'a piece left out': (bytes, random) => {
    const from = below(random, bytes.length);
    return joinBytes(bytes.subarray(0, from), bytes.subarray(from + below(random, bytes.length - from)));
  },
  'a piece twice': (bytes, random) => {
    const from = below(random, bytes.length);
    return insertAt(bytes, from, bytes.slice(from, from + below(random, 5000)));
  },
  'frames spliced': (bytes, random) => {
    const [from, to] = [pickSync(bytes, random), pickSync(bytes, random)];
    return insertAt(bytes, to, bytes.slice(from, from + 200 + below(random, 4000)));
  },
  'garbage in between': (bytes, random) =>
    insertAt(bytes, below(random, bytes.length), someBytes(random, 1 + below(random, 8000))),
  'a stretch of one value': (bytes, random) => {
    const out = bytes.slice();
    const from = below(random, out.length);
    return out.fill([0x00, 0xff, 0x55][below(random, 3)], from, from + below(random, 6000));
  },
  'a header that lies': (bytes, random) => {
    const out = bytes.slice();
    for (let n = 1 + below(random, 20); n > 0; n--)
      out[pickSync(out, random) + 1 + below(random, 3)] = below(random, 256);
    return out;
  },
  'another rate from some frame on': (bytes, random) => {
    const out = bytes.slice();
    const rate = below(random, 4) << 2;
    const from = below(random, out.length);
    for (const at of findSyncs(out)) if (at >= from) out[at + 2] = (out[at + 2] & 0xf3) | rate;
    return out;
  },
  'mono and stereo in turn': (bytes, random) => {
    const out = bytes.slice();
    for (const at of findSyncs(out)) if (random() < 0.3) out[at + 3] ^= 0xc0;
    return out;
  },
  'side information that lies': (bytes, random) => {
    const out = bytes.slice();
    for (let n = 1 + below(random, 30); n > 0; n--)
      out.set(
        someBytes(random, 1 + below(random, 32)).subarray(0, 8),
        Math.min(out.length - 8, pickSync(out, random) + 4),
      );
    return out;
  },
  'a tag that lies about its size': (bytes, random) =>
    joinBytes(id3(below(random, 2 * bytes.length), below(random, 256)), bytes),
  'a tag in the middle': (bytes, random) =>
    insertAt(bytes, pickSync(bytes, random), id3(below(random, 3000), below(random, 256))),
  'an encoder tag that lies': (bytes, random) => {
    const first = findSyncs(bytes)[0] ?? 0;
    const side = [9, 17, 32][below(random, 3)];
    const tag = joinBytes(
      [...'Xing'].map((c) => c.charCodeAt(0)),
      [0, 0, 0, 15],
      someBytes(random, 140),
    );
    const out = bytes.slice();
    out.set(
      tag.subarray(0, Math.max(0, out.length - first - 4 - side)),
      Math.min(out.length, first + 4 + side),
    );
    return out;
  },
  'a tag at the end that lies': (bytes, random) =>
    joinBytes(
      bytes,
      [...'APETAGEX'].map((c) => c.charCodeAt(0)),
      someBytes(random, 24),
      someBytes(random, 99),
    ),
};

export interface Mutant {
  bytes: Uint8Array;
  /** What was done, in order. */
  done: string[];
}

/** Damages one of the originals one to four times. Never longer than `maxBytes`. */
export function mutate(originals: readonly Uint8Array[], seed: number, maxBytes = 10 * 1024 * 1024): Mutant {
  const random = seededRandom(seed * 7919 + 1);
  // The first numbers of neighbouring seeds are alike.
  for (let i = 0; i < 8; i++) random();
  const names = Object.keys(MUTATIONS);
  let bytes = originals[below(random, originals.length)];
  const done: string[] = [];
  for (let n = 1 + below(random, 4); n > 0 && bytes.length > 16; n--) {
    const name = names[below(random, names.length)];
    bytes = MUTATIONS[name](bytes, random).subarray(0, maxBytes);
    done.push(name);
  }
  return { bytes, done };
}
