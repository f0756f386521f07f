/** Chance that is none: the same words always give the same numbers. */
import { createHash } from 'node:crypto';

export interface Chance {
  /** 0 to 1, evenly. */
  next(): number;
  between(low: number, high: number): number;
  pick<T>(options: readonly T[]): T;
  bool(share?: number): boolean;
}

/** Mulberry32 (Tommy Ettinger, public domain): 32 bits of state, enough for a picture. */
export function seedChance(words: string): Chance {
  let state = createHash('sha256').update(words).digest().readUInt32LE(0);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  return {
    next,
    between: (low, high) => low + (high - low) * next(),
    pick: (options) => options[Math.floor(next() * options.length)],
    bool: (share = 0.5) => next() < share,
  };
}
