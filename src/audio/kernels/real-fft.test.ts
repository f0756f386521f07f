import { expect, test } from 'vitest';
import { hannWindow } from '../spectrum/frames.ts';
import { whiteNoise } from '../test-signals.ts';
import { RealFft } from './real-fft.ts';

/** The transform by its definition. */
function slowMagnitudes(samples: Float32Array, window: Float32Array): number[] {
  const size = window.length;
  return Array.from({ length: size / 2 + 1 }, (_, k) => {
    let re = 0;
    let im = 0;
    for (let i = 0; i < size; i++) {
      const angle = (-2 * Math.PI * ((k * i) % size)) / size;
      re += samples[i] * window[i] * Math.cos(angle);
      im += samples[i] * window[i] * Math.sin(angle);
    }
    return Math.hypot(re, im);
  });
}

test.each([16, 32, 64, 128, 256, 1024, 2048, 4096])('agrees with the definition for %i samples', (size) => {
  const samples = whiteNoise(1, size + 10, 1, size);
  const out = new RealFft(hannWindow(size)).magnitudes(samples, 7);
  expect(out).toHaveLength(size / 2 + 1);
  const expected = slowMagnitudes(samples.subarray(7), hannWindow(size));
  for (let k = 0; k < out.length; k++) expect(Math.abs(out[k] - expected[k])).toBeLessThan(1e-4);
});
