/** What layers do to numbers beside multiplying them. Pure but for the arrays they are said to change. */

const EPSILON = 1e-5;

/** Each row as long as the weights: its mean taken away, its spread made one, and weighed. */
export function normalise(values: Float32Array, weights: Float32Array): Float32Array {
  const width = weights.length;
  const out = new Float32Array(values.length);
  for (let row = 0; row < values.length; row += width) {
    let mean = 0;
    for (let i = 0; i < width; i++) mean += values[row + i];
    mean /= width;
    let power = 0;
    for (let i = 0; i < width; i++) power += (values[row + i] - mean) ** 2;
    const factor = 1 / Math.sqrt(power / width + EPSILON);
    for (let i = 0; i < width; i++) out[row + i] = (values[row + i] - mean) * factor * weights[i];
  }
  return out;
}

/** Adds `more` to `values`, in place. */
export function addTo(values: Float32Array, more: Float32Array): Float32Array {
  for (let i = 0; i < values.length; i++) values[i] += more[i];
  return values;
}

/** Shares of a normal distribution below a number, from -REACH to REACH: beyond, they are 0 and 1. */
const REACH = 6;
const PLACES = 8192;
const BELOW = Float64Array.from({ length: PLACES + 2 }, (_, i) =>
  shareBelow((2 * REACH * i) / PLACES - REACH),
);

/** By the error function after Abramowitz and Stegun, 7.1.26. */
function shareBelow(x: number): number {
  const t = 1 / (1 + 0.3275911 * Math.abs(x) * Math.SQRT1_2);
  const sum = ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t;
  const tail = 0.5 * sum * Math.exp(-x * x * 0.5);
  return x > 0 ? 1 - tail : tail;
}

/** Each number times the share of a normal distribution below it, in place. */
export function gelu(values: Float32Array): Float32Array {
  for (let i = 0; i < values.length; i++) {
    const x = values[i];
    if (x >= REACH) continue;
    const at = Math.max(0, ((x + REACH) * PLACES) / (2 * REACH));
    const place = Math.floor(at);
    values[i] = x <= -REACH ? 0 : x * (BELOW[place] + (at - place) * (BELOW[place + 1] - BELOW[place]));
  }
  return values;
}

/** The first half of the values, each times its gate in the second half: g / (1 + e^-g). */
export function silu(values: Float32Array): Float32Array {
  const half = values.length / 2;
  const out = new Float32Array(half);
  for (let i = 0; i < half; i++) {
    const gate = values[half + i];
    out[i] = (values[i] * gate) / (1 + Math.exp(-gate));
  }
  return out;
}

/**
 * Turns neighbours in each head by an angle that grows with the row's place, so that distances show in products; in place.
 * `turns`: radians a row, one for each pair; what is beyond them is left.
 */
export function rotate(
  values: Float32Array,
  width: number,
  headSize: number,
  turns: Float32Array,
  firstPlace: number,
): void {
  for (let row = 0; row * width < values.length; row++)
    turns.forEach((turn, pair) => {
      const angle = turn * (firstPlace + row);
      const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
      for (let at = row * width + 2 * pair, end = (row + 1) * width; at < end; at += headSize) {
        const [a, b] = [values[at], values[at + 1]];
        values[at] = a * cos - b * sin;
        values[at + 1] = b * cos + a * sin;
      }
    });
}

/** Of `length` numbers from `from` on, in place; zeros up to `padded`. */
export function softmax(values: Float32Array, from: number, length: number, padded: number): void {
  let peak = Number.NEGATIVE_INFINITY;
  for (let i = from; i < from + length; i++) peak = Math.max(peak, values[i]);
  let sum = 0;
  for (let i = from; i < from + length; i++) {
    values[i] = Math.exp(values[i] - peak);
    sum += values[i];
  }
  for (let i = from; i < from + length; i++) values[i] /= sum;
  values.fill(0, from + length, from + padded);
}

/** Over everything at once, then weighed and moved by channel; in place. */
export function normaliseAll(values: Float32Array, scale: Float32Array, shift: Float32Array): void {
  let [sum, squares] = [0, 0];
  for (let i = 0; i < values.length; i++) {
    sum += values[i];
    squares += values[i] * values[i];
  }
  const mean = sum / values.length;
  const factor = 1 / Math.sqrt(Math.max(0, squares / values.length - mean * mean) + EPSILON);
  for (let i = 0; i < values.length; i++) {
    const channel = i % scale.length;
    values[i] = (values[i] - mean) * factor * scale[channel] + shift[channel];
  }
}
