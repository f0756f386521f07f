/** A bank of triangular filters, equally spaced on the mel scale, over the bins of a magnitude spectrum. */

interface Filter {
  from: number;
  weights: Float32Array;
}

export interface MelBank {
  bands: number;
  /** Centre frequency of each band in Hz. */
  centres: Float32Array;
  /** Mean magnitude under each triangle, written into `out`. */
  apply(magnitude: Float32Array, out: Float32Array): void;
}

/** O'Shaughnessy's formula: mel = 2595 log10(1 + f / 700). */
export const hzToMel = (hz: number): number => 2595 * Math.log10(1 + hz / 700);
export const melToHz = (mel: number): number => 700 * (10 ** (mel / 2595) - 1);

export function createMelBank(
  bands: number,
  lowHz: number,
  highHz: number,
  size: number,
  rate: number,
): MelBank {
  const edges = melEdges(bands, lowHz, highHz);
  const filters: Filter[] = [];
  for (let b = 0; b < bands; b++) filters.push(triangle(edges[b], edges[b + 1], edges[b + 2], size, rate));
  return {
    bands,
    centres: Float32Array.from(edges.slice(1, -1)),
    apply(magnitude, out) {
      for (let b = 0; b < bands; b++) {
        const { from, weights } = filters[b];
        out[b] = weigh(magnitude, from, weights);
      }
    },
  };
}

/** Four sums side by side: one alone would wait for each addition before the next. */
function weigh(values: Float32Array, from: number, weights: Float32Array): number {
  const whole = weights.length & ~3;
  let [a, b, c, d] = [0, 0, 0, 0];
  for (let i = 0; i < whole; i += 4) {
    a += weights[i] * values[from + i];
    b += weights[i + 1] * values[from + i + 1];
    c += weights[i + 2] * values[from + i + 2];
    d += weights[i + 3] * values[from + i + 3];
  }
  for (let i = whole; i < weights.length; i++) a += weights[i] * values[from + i];
  return a + b + (c + d);
}

function melEdges(bands: number, lowHz: number, highHz: number): number[] {
  const low = hzToMel(lowHz);
  const step = (hzToMel(highHz) - low) / (bands + 1);
  return Array.from({ length: bands + 2 }, (_, i) => melToHz(low + i * step));
}

/** Weights sum to one; a triangle narrower than a bin falls back to the nearest bin, so no band is ever empty. */
function triangle(low: number, centre: number, high: number, size: number, rate: number): Filter {
  const hzPerBin = rate / size;
  const last = size / 2;
  const from = Math.min(last, Math.max(0, Math.ceil(low / hzPerBin)));
  const to = Math.min(last, Math.floor(high / hzPerBin));
  const weights = new Float32Array(Math.max(0, to - from + 1));
  let sum = 0;
  for (let i = 0; i < weights.length; i++) {
    const hz = (from + i) * hzPerBin;
    weights[i] = Math.max(0, hz < centre ? (hz - low) / (centre - low) : (high - hz) / (high - centre));
    sum += weights[i];
  }
  if (sum <= 0) return { from: Math.min(last, Math.round(centre / hzPerBin)), weights: Float32Array.of(1) };
  for (let i = 0; i < weights.length; i++) weights[i] /= sum;
  return { from, weights };
}
