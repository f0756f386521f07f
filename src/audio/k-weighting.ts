/**
 * The K-weighting filter of ITU-R BS.1770-4 at any sample rate: a shelf that lifts the treble by 4 dB as the head does,
 * then a high-pass that takes away what is felt rather than heard. The standard prints coefficients for 48 kHz only;
 * these analogue parameters reproduce them there (as in libebur128) and give the same curve elsewhere.
 */
const SHELF = { frequency: 1681.974450955533, gainDb: 3.999843853973347, q: 0.7071752369554196 };
const HIGH_PASS = { frequency: 38.13547087602444, q: 0.5003270373238773 };
/** Below this a filter's memory is silence; left alone it would decay into denormal numbers, which are slow. */
const QUIET = 1e-15;

/** Two biquads in transposed direct form II for one or two channels: two memories a biquad and channel. */
export class KWeighting {
  readonly #shelf: readonly number[];
  readonly #pass: readonly number[];
  readonly #left = new Float64Array(4);
  readonly #right = new Float64Array(4);

  constructor(rate: number) {
    this.#shelf = designShelf(rate);
    this.#pass = designHighPass(rate);
  }

  /** Filters samples [from, to) of each channel and returns the sum of all their squares. */
  energy([left, right]: readonly Float32Array[], from: number, to: number): number {
    return right ? this.#both(left, right, from, to) : this.#one(left, from, to);
  }

  #one(samples: Float32Array, from: number, to: number): number {
    const [b0, b1, b2, a1, a2] = this.#shelf;
    const [c1, c2] = this.#pass;
    let [s1, s2, p1, p2] = this.#left;
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
    keep(this.#left, s1, s2, p1, p2);
    return sum;
  }

  /** Each step waits for the one before: two channels side by side fill the wait, and cost little more than one. */
  #both(left: Float32Array, right: Float32Array, from: number, to: number): number {
    const [b0, b1, b2, a1, a2] = this.#shelf;
    const [c1, c2] = this.#pass;
    let [s1, s2, p1, p2] = this.#left;
    let [t1, t2, q1, q2] = this.#right;
    let sum = 0;
    let other = 0;
    for (let i = from; i < to; i++) {
      const x = left[i];
      const u = right[i];
      const y = b0 * x + s1;
      const v = b0 * u + t1;
      s1 = b1 * x - a1 * y + s2;
      t1 = b1 * u - a1 * v + t2;
      s2 = b2 * x - a2 * y;
      t2 = b2 * u - a2 * v;
      const z = y + p1;
      const w = v + q1;
      p1 = -2 * y - c1 * z + p2;
      q1 = -2 * v - c1 * w + q2;
      p2 = y - c2 * z;
      q2 = v - c2 * w;
      sum += z * z;
      other += w * w;
    }
    keep(this.#left, s1, s2, p1, p2);
    keep(this.#right, t1, t2, q1, q2);
    return sum + other;
  }
}

function keep(memory: Float64Array, s1: number, s2: number, p1: number, p2: number): void {
  const quiet = Math.abs(s1) + Math.abs(s2) + Math.abs(p1) + Math.abs(p2) < QUIET;
  memory[0] = quiet ? 0 : s1;
  memory[1] = quiet ? 0 : s2;
  memory[2] = quiet ? 0 : p1;
  memory[3] = quiet ? 0 : p2;
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
