/** Peaks of a magnitude spectrum with their frequency between the bins: what pitch measures look at instead of noise. */

/** A peak must rise this far above the mean of its neighbourhood to count as a partial. */
const PROMINENCE = 1.6;
const NEIGHBOURS = 12;

/** Calls `visit` with frequency (Hz) and magnitude of each peak between two frequencies. */
export function visitPeaks(
  magnitude: Float32Array,
  hzPerBin: number,
  lowHz: number,
  highHz: number,
  visit: (hz: number, magnitude: number) => void,
): void {
  const from = Math.max(1, Math.ceil(lowHz / hzPerBin));
  const to = Math.min(magnitude.length - 2, Math.floor(highHz / hzPerBin));
  let sum = 0;
  let low = Math.max(0, from - NEIGHBOURS);
  let high = low;
  for (let k = from; k <= to; k++) {
    while (high < Math.min(magnitude.length, k + NEIGHBOURS + 1)) sum += magnitude[high++];
    while (low < k - NEIGHBOURS) sum -= magnitude[low++];
    const here = magnitude[k];
    if (here <= magnitude[k - 1] || here < magnitude[k + 1]) continue;
    if (here * (high - low) < PROMINENCE * sum) continue;
    const { offset, height } = parabola(magnitude[k - 1], here, magnitude[k + 1]);
    visit((k + offset) * hzPerBin, height);
  }
}

/** Vertex through three log magnitudes (Smith & Serra 1987): exact for a Gaussian, close for a Hann window. */
function parabola(left: number, middle: number, right: number): { offset: number; height: number } {
  const a = Math.log(left + 1e-12);
  const b = Math.log(middle + 1e-12);
  const c = Math.log(right + 1e-12);
  const curve = a - 2 * b + c;
  if (curve >= 0) return { offset: 0, height: middle };
  const offset = (0.5 * (a - c)) / curve;
  return { offset, height: Math.exp(b - 0.25 * (a - c) * offset) };
}
