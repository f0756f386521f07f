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
        const a = values[at];
        const b = values[at + 1];
        values[at] = a * cos - b * sin;
        values[at + 1] = b * cos + a * sin;
      }
    });
}

/** Of a row of numbers, in place. */
export function softmax(values: Float32Array): void {
  let peak = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < values.length; i++) peak = Math.max(peak, values[i]);
  let sum = 0;
  for (let i = 0; i < values.length; i++) {
    values[i] = Math.exp(values[i] - peak);
    sum += values[i];
  }
  for (let i = 0; i < values.length; i++) values[i] /= sum;
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
