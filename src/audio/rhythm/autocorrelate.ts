/** How alike a curve is to itself at each lag. */
import FFT from 'fft.js';

/** Pearson-like autocorrelation: mean removed, unbiased for the shrinking overlap, 1 at lag 0, all 0 for silence. */
export function autocorrelate(window: Float32Array, maxLag: number): Float32Array {
  const n = window.length;
  let mean = 0;
  for (let i = 0; i < n; i++) mean += window[i];
  mean /= Math.max(1, n);
  const lags = Math.min(maxLag, n >> 1);
  const padded = new Float64Array(Math.max(16, 2 ** Math.ceil(Math.log2(n + lags + 1))));
  for (let i = 0; i < n; i++) padded[i] = window[i] - mean;
  const products = multiplyShifted(padded);
  const out = new Float32Array(maxLag + 1);
  const power = products[0];
  if (power <= 1e-9) return out;
  for (let lag = 0; lag <= lags; lag++) out[lag] = (products[2 * lag] / power) * (n / (n - lag));
  return out;
}

/**
 * Sums of the products of all values that lie each lag apart, at twice the lag's index: the transform of the power
 * spectrum (Wiener & Khinchin), which is real and even. The values end in as many zeros as the lags that are read.
 */
function multiplyShifted(values: Float64Array): number[] {
  const size = values.length;
  const fft = transforms.get(size) ?? new FFT(size);
  transforms.set(size, fft);
  const spectrum = fft.createComplexArray();
  fft.realTransform(spectrum, values);
  const power = new Array<number>(size);
  for (let k = 0; k <= size / 2; k++) {
    power[k] = (spectrum[2 * k] ** 2 + spectrum[2 * k + 1] ** 2) / size;
    power[(size - k) % size] = power[k];
  }
  fft.realTransform(spectrum, power);
  return spectrum;
}

/** By size; all windows but those of very short tracks have the same. */
const transforms = new Map<number, FFT>();
