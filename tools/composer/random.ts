// Seeded randomness for the composer: the same seed always gives the same song, on every machine.

export class Rng {
  readonly seed: number;
  private state: number;

  constructor(seed: number) {
    this.seed = seed >>> 0;
    this.state = this.seed;
  }

  /** Uniform in [0, 1), by the mulberry32 generator (public domain, T. Ettinger). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let t = this.state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }

  /** Uniform in [-1, 1): white noise. */
  noise(): number {
    return this.next() * 2 - 1;
  }

  range(low: number, high: number): number {
    return low + (high - low) * this.next();
  }

  /** Whole number from low to high, both included. */
  int(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(options: readonly T[]): T {
    return options[Math.floor(this.next() * options.length)];
  }

  /** An independent stream for one part, so a change in the drums does not change the melody. */
  fork(label: string): Rng {
    let hash = 0x811c9dc5 ^ this.seed; // FNV-1a
    for (let i = 0; i < label.length; i++) hash = Math.imul(hash ^ label.charCodeAt(i), 0x01000193);
    return new Rng(hash ^ (hash >>> 13));
  }
}
