/** Turns curves on a fixed frame grid into values per beat, bar or any other stretch of time. */

/** Mean of each dimension between consecutive times: row i covers times[i] to times[i + 1]. */
export function averageBetween(
  values: Float32Array,
  dims: number,
  rate: number,
  times: ArrayLike<number>,
): Float32Array[] {
  const frames = values.length / dims;
  const rows: Float32Array[] = [];
  for (let i = 0; i + 1 < times.length; i++) {
    const from = Math.max(0, Math.min(frames - 1, Math.round(times[i] * rate)));
    const to = Math.min(frames, Math.max(from + 1, Math.round(times[i + 1] * rate)));
    const row = new Float32Array(dims);
    for (let f = from; f < to; f++) for (let d = 0; d < dims; d++) row[d] += values[f * dims + d];
    for (let d = 0; d < dims; d++) row[d] /= Math.max(1, to - from);
    rows.push(row);
  }
  return rows;
}

/** Highest value of a curve within `reach` seconds of a time. */
export function peakNear(curve: Float32Array, rate: number, time: number, reach: number): number {
  const from = Math.max(0, Math.ceil((time - reach) * rate));
  const to = Math.min(curve.length - 1, Math.floor((time + reach) * rate));
  let peak = 0;
  for (let i = from; i <= to; i++) if (curve[i] > peak) peak = curve[i];
  return peak;
}

export function cosine(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let ab = 0;
  let aa = 0;
  let bb = 0;
  for (let i = 0; i < a.length; i++) {
    ab += a[i] * b[i];
    aa += a[i] * a[i];
    bb += b[i] * b[i];
  }
  return aa > 0 && bb > 0 ? ab / Math.sqrt(aa * bb) : 0;
}

/** Zero mean, unit deviation; all zero for a constant. */
export function standardise(values: readonly number[]): number[] {
  const mean = values.reduce((a, b) => a + b, 0) / Math.max(1, values.length);
  const deviation = Math.sqrt(values.reduce((a, b) => a + (b - mean) ** 2, 0) / Math.max(1, values.length));
  return values.map((v) => (deviation > 1e-9 ? (v - mean) / deviation : 0));
}
