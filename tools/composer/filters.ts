// Sample-by-sample filters used by the instruments and the mixer.

/** State-variable filter in the trapezoidal form (A. Simper, "Linear Trapezoidal SVF", 2013). */
export class Svf {
  low = 0;
  band = 0;
  high = 0;
  private ic1 = 0;
  private ic2 = 0;
  private a1 = 0;
  private a2 = 0;
  private a3 = 0;
  private k = 1;
  private readonly rate: number;

  constructor(rate: number, hz: number, q = Math.SQRT1_2) {
    this.rate = rate;
    this.tune(hz, q);
  }

  tune(hz: number, q: number): void {
    const g = Math.tan((Math.PI * Math.min(hz, this.rate * 0.45)) / this.rate);
    this.k = 1 / q;
    this.a1 = 1 / (1 + g * (g + this.k));
    this.a2 = g * this.a1;
    this.a3 = g * this.a2;
  }

  push(x: number): void {
    const v3 = x - this.ic2;
    const v1 = this.a1 * this.ic1 + this.a2 * v3;
    const v2 = this.ic2 + this.a2 * this.ic1 + this.a3 * v3;
    this.ic1 = 2 * v1 - this.ic1;
    this.ic2 = 2 * v2 - this.ic2;
    this.low = v2;
    this.band = v1 * this.k;
    this.high = x - this.k * v1 - v2;
  }
}

const TINY = 1e-12;

export interface BiquadShape {
  b0: number;
  b1: number;
  b2: number;
  a1: number;
  a2: number;
}

/** Filters in place. */
export function runBiquad(samples: Float32Array, { b0, b1, b2, a1, a2 }: BiquadShape): void {
  let z1 = 0;
  let z2 = 0;
  for (let i = 0; i < samples.length; i++) {
    const x = samples[i];
    const y = b0 * x + z1;
    z1 = b1 * x - a1 * y + z2;
    z2 = b2 * x - a2 * y;
    samples[i] = y;
    // In silence the memory would decay into denormal numbers, which are a hundred times slower.
    if (z1 < TINY && z1 > -TINY) z1 = 0;
    if (z2 < TINY && z2 > -TINY) z2 = 0;
  }
}

type Shelf = 'lowpass' | 'highpass' | 'lowshelf' | 'highshelf' | 'peak';

/** R. Bristow-Johnson's "Cookbook formulae for audio EQ biquad filter coefficients". */
export function shapeBiquad(
  kind: Shelf,
  rate: number,
  hz: number,
  q = Math.SQRT1_2,
  gainDb = 0,
): BiquadShape {
  const w = (2 * Math.PI * Math.min(hz, rate * 0.49)) / rate;
  const cos = Math.cos(w);
  const alpha = Math.sin(w) / (2 * q);
  const a = 10 ** (gainDb / 40);
  const beta = 2 * Math.sqrt(a) * alpha;
  const table: Record<Shelf, () => number[]> = {
    lowpass: () => [(1 - cos) / 2, 1 - cos, (1 - cos) / 2, 1 + alpha, -2 * cos, 1 - alpha],
    highpass: () => [(1 + cos) / 2, -(1 + cos), (1 + cos) / 2, 1 + alpha, -2 * cos, 1 - alpha],
    peak: () => [1 + alpha * a, -2 * cos, 1 - alpha * a, 1 + alpha / a, -2 * cos, 1 - alpha / a],
    lowshelf: () => [
      a * (a + 1 - (a - 1) * cos + beta),
      2 * a * (a - 1 - (a + 1) * cos),
      a * (a + 1 - (a - 1) * cos - beta),
      a + 1 + (a - 1) * cos + beta,
      -2 * (a - 1 + (a + 1) * cos),
      a + 1 + (a - 1) * cos - beta,
    ],
    highshelf: () => [
      a * (a + 1 + (a - 1) * cos + beta),
      -2 * a * (a - 1 + (a + 1) * cos),
      a * (a + 1 + (a - 1) * cos - beta),
      a + 1 - (a - 1) * cos + beta,
      2 * (a - 1 - (a + 1) * cos),
      a + 1 - (a - 1) * cos - beta,
    ],
  };
  const [b0, b1, b2, a0, a1, a2] = table[kind]();
  return { b0: b0 / a0, b1: b1 / a0, b2: b2 / a0, a1: a1 / a0, a2: a2 / a0 };
}
