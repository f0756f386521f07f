/**
 * SHA-256 (FIPS 180-4) for the browser, where the built-in one answers only later, by a promise each: a tree is checked
 * by hundreds of small hashes, a proof of work by a hundred thousand. The server uses Node's own; tests compare the two.
 */

/** The first 32 bits behind the point of roots of primes, as the standard defines its constants. */
const PRIMES = findPrimes(64);
const fraction = (root: number) => ((root % 1) * 2 ** 32) | 0;
const CONSTANTS = Int32Array.from(PRIMES, (prime) => fraction(Math.cbrt(prime)));
/** The state before the first block. */
export const START = Int32Array.from(PRIMES.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));

function findPrimes(count: number): number[] {
  const primes: number[] = [];
  for (let n = 2; primes.length < count; n++) if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  return primes;
}

const schedule = new Int32Array(64);

/** One block of 16 words, which stand in `schedule`, into the state. */
function compress(state: Int32Array): void {
  for (let t = 16; t < 64; t++) {
    const w15 = schedule[t - 15];
    const w2 = schedule[t - 2];
    const s0 = ((w15 >>> 7) | (w15 << 25)) ^ ((w15 >>> 18) | (w15 << 14)) ^ (w15 >>> 3);
    const s1 = ((w2 >>> 17) | (w2 << 15)) ^ ((w2 >>> 19) | (w2 << 13)) ^ (w2 >>> 10);
    schedule[t] = (schedule[t - 16] + s0 + schedule[t - 7] + s1) | 0;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let t = 0; t < 64; t++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + CONSTANTS[t] + schedule[t]) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  state[0] += a;
  state[1] += b;
  state[2] += c;
  state[3] += d;
  state[4] += e;
  state[5] += f;
  state[6] += g;
  state[7] += h;
}

export const BLOCK = 64;

/** Takes whole blocks into the state. */
export function absorb(state: Int32Array, blocks: DataView): void {
  for (let at = 0; at < blocks.byteLength; at += BLOCK) {
    for (let word = 0; word < 16; word++) schedule[word] = blocks.getInt32(at + 4 * word);
    compress(state);
  }
}

export function sha256(message: Uint8Array): Uint8Array {
  const state = START.slice();
  absorb(state, new DataView(pad(message).buffer));
  const digest = new Uint8Array(32);
  const out = new DataView(digest.buffer);
  state.forEach((word, index) => {
    out.setInt32(4 * index, word);
  });
  return digest;
}

/** A one, zeros, and the length in bits, to whole blocks. */
function pad(message: Uint8Array): Uint8Array<ArrayBuffer> {
  const padded = new Uint8Array(Math.ceil((message.length + 9) / BLOCK) * BLOCK);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(message.length / 2 ** 29));
  view.setUint32(padded.length - 4, message.length << 3);
  return padded;
}
