/** How alike any two bars of a track are: one symmetric matrix, small because it counts bars, not frames. */
import type { Bars } from '../rhythm/bars.ts';
import { round } from '../round.ts';

/** Weights of what makes two bars sound alike, and the distance at which each counts as fully different. */
const PARTS = {
  texture: { weight: 1, far: 9 },
  movement: { weight: 0.8, far: 4 },
  harmony: { weight: 0.6, far: 0.8 },
  drums: { weight: 0.6, far: 0.25 },
} as const;

export interface SelfSimilarity {
  size: number;
  /** Row after row, 0 (nothing in common) to 1 (the same bar). */
  values: Float32Array;
}

export function compareBars(bars: Bars): SelfSimilarity {
  const rows = joinFeatures(bars);
  const size = rows.length;
  const values = new Float32Array(size * size);
  for (let i = 0; i < size; i++) {
    for (let j = i; j < size; j++) {
      const value = Math.exp(-squaredDistance(rows[i], rows[j]));
      values[i * size + j] = value;
      values[j * size + i] = value;
    }
  }
  return { size, values };
}

/** One row a bar, scaled so that a squared distance of 1 means clearly different. */
export function joinFeatures(bars: Bars): Float32Array[] {
  return bars.texture.map((_, i) => {
    const row: number[] = [];
    for (const part of ['texture', 'movement', 'harmony', 'drums'] as const) {
      const { weight, far } = PARTS[part];
      const values = bars[part][i];
      // Harmony rows have unit length already; the others are means over their dimensions.
      const scale = Math.sqrt(weight / (part === 'harmony' ? 1 : values.length)) / far;
      for (const value of values) row.push(value * scale);
    }
    return Float32Array.from(row);
  });
}

export function squaredDistance(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] - b[i]) ** 2;
  return sum;
}

/** Mean similarity of two stretches of bars laid side by side, the shorter one at its best offset. */
export function compareStretches(
  similarity: SelfSimilarity,
  a: [number, number],
  b: [number, number],
): number {
  const [short, long] = a[1] - a[0] <= b[1] - b[0] ? [a, b] : [b, a];
  const length = short[1] - short[0];
  let best = 0;
  for (let offset = long[0]; offset + length <= long[1]; offset++) {
    let sum = 0;
    for (let i = 0; i < length; i++) sum += similarity.values[(short[0] + i) * similarity.size + offset + i];
    best = Math.max(best, sum / length);
  }
  return best;
}

export interface Form {
  /** How surely a bar comes back later or came before, at least four bars away: 0 never, 1 exactly; to 0.001. */
  repetition: number;
  /** How unlike each other bars are on the whole: 0 one bar for ever, 1 nothing in common; to 0.001. */
  variety: number;
}

/** Bars nearer than this are one phrase, not a return. */
const RETURN_DISTANCE = 4;

export function measureForm({ size, values }: SelfSimilarity): Form {
  let returned = 0;
  let alike = 0;
  for (let i = 0; i < size; i++) {
    let best = 0;
    for (let j = 0; j < size; j++) {
      const value = values[i * size + j];
      alike += value;
      if (Math.abs(i - j) >= RETURN_DISTANCE && value > best) best = value;
    }
    returned += best;
  }
  return {
    repetition: round(returned / Math.max(1, size), 3),
    variety: round(1 - alike / Math.max(1, size * size), 3),
  };
}
