/**
 * The K-weighting filter of ITU-R BS.1770-4 at any sample rate: a shelf that lifts the treble by 4 dB as the head does,
 * then a high-pass that takes away what is felt rather than heard. The standard prints coefficients for 48 kHz only;
 * these analogue parameters reproduce them there (as in libebur128) and give the same curve elsewhere.
 */
const SHELF = { frequency: 1681.974450955533, gainDb: 3.999843853973347, q: 0.7071752369554196 };
const HIGH_PASS = { frequency: 38.13547087602444, q: 0.5003270373238773 };
/** Below this a filter's memory is silence; left alone it would decay into denormal numbers, which are slow. */
const QUIET = 1e-15;

export class KWeighting {
  // Two biquads in transposed direct form II: coefficients, then two memories each.
  readonly #shelf: readonly number[];
  readonly #pass: readonly number[];
  readonly #memory = new Float64Array(4);

  constructor(rate: number) {
    this.#shelf = designShelf(rate);
    this.#pass = designHighPass(rate);
  }

  /** Filters samples [from, to) and returns the sum of their squares. */
  energy(samples: Float32Array, from: number, to: number): number {
    const [b0, b1, b2, a1, a2] = this.#shelf;
    const [c1, c2] = this.#pass;
    let [s1, s2, p1, p2] = this.#memory;
    let sum = 0;
    for (let i = from; i < to; i++) {
      const x = samples[i];
      const y = b0 * x + s1;
      s1 = b1 * x - a1 * y + s2;
      s2 = b2 * x - a2 * y;
      // The high-pass has the numerator 1, -2, 1.
      const z = y + p1;
      p1 = -2 * y - c1 * z + p2;
      p2 = y - c2 * z;
      sum += z * z;
    }
    const quiet = Math.abs(s1) + Math.abs(s2) + Math.abs(p1) + Math.abs(p2) < QUIET;
    this.#memory.set(quiet ? [0, 0, 0, 0] : [s1, s2, p1, p2]);
    return sum;
  }
}

function designShelf(rate: number): number[] {
  const k = Math.tan((Math.PI * SHELF.frequency) / rate);
  const high = 10 ** (SHELF.gainDb / 20);
  const band = high ** 0.4996667741545416;
  const a0 = 1 + k / SHELF.q + k * k;
  return [
    (high + (band * k) / SHELF.q + k * k) / a0,
    (2 * (k * k - high)) / a0,
    (high - (band * k) / SHELF.q + k * k) / a0,
    (2 * (k * k - 1)) / a0,
    (1 - k / SHELF.q + k * k) / a0,
  ];
}

function designHighPass(rate: number): number[] {
  const k = Math.tan((Math.PI * HIGH_PASS.frequency) / rate);
  const a0 = 1 + k / HIGH_PASS.q + k * k;
  return [(2 * (k * k - 1)) / a0, (1 - k / HIGH_PASS.q + k * k) / a0];
}
