/**
 * The proof of work: a number so that SHA-256 (FIPS 180-4) over `token.number` begins with so many zero bits. The browser's
 * own digest answers by a promise each time, which takes longer than the hash itself; and the blocks before the number are
 * worked out once here.
 */
export interface WorkTask {
  kind: 'work';
  token: string;
  bits: number;
}

/** The first 32 bits behind the point of roots of primes, as the standard defines its constants. */
const PRIMES = findPrimes(64);
const fraction = (root: number) => ((root % 1) * 2 ** 32) | 0;
const CONSTANTS = Int32Array.from(PRIMES, (prime) => fraction(Math.cbrt(prime)));
const START = Int32Array.from(PRIMES.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));

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

const BLOCK = 64;

function absorb(state: Int32Array, blocks: DataView): void {
  for (let at = 0; at < blocks.byteLength; at += BLOCK) {
    for (let word = 0; word < 16; word++) schedule[word] = blocks.getInt32(at + 4 * word);
    compress(state);
  }
}

/** Hashes texts that begin alike; gives the first 32 bits. */
function hashAfter(prefix: string): (suffix: string) => number {
  const bytes = new TextEncoder().encode(prefix);
  const whole = bytes.length - (bytes.length % BLOCK);
  const begun = START.slice();
  absorb(begun, new DataView(bytes.buffer, 0, whole));
  const rest = bytes.subarray(whole);
  const state = new Int32Array(8);
  const last = new Uint8Array(2 * BLOCK);
  return (suffix) => {
    const used = rest.length + suffix.length;
    const size = used + 9 > BLOCK ? 2 * BLOCK : BLOCK;
    last.fill(0).set(rest);
    for (let at = 0; at < suffix.length; at++) last[rest.length + at] = suffix.charCodeAt(at);
    last[used] = 0x80;
    const view = new DataView(last.buffer, 0, size);
    view.setUint32(size - 4, (bytes.length + suffix.length) * 8);
    state.set(begun);
    absorb(state, view);
    return state[0];
  };
}

const hasZeros = (word: number, bits: number) => Math.clz32(word) >= bits;

/** `token.number`, as the server wants it back. */
export function solve({ token, bits }: WorkTask): string {
  const prefix = `${token}.`;
  const hash = hashAfter(prefix);
  for (let number = 0; ; number++) if (hasZeros(hash(String(number)), bits)) return prefix + number;
}
