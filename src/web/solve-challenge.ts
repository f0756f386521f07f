/**
 * The proof of work: a number so that SHA-256 over `token.number` begins with so many zero bits. The blocks before the
 * number are worked out once.
 */
import { absorb, BLOCK, START } from '#platform/sha256.ts';

export interface WorkTask {
  kind: 'work';
  token: string;
  bits: number;
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
