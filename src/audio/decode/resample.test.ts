import { describe, expect, test } from 'vitest';
import { joinSamples, sine } from '../test-signals.ts';
import { makeResampler } from './resample.ts';

function resample(samples: Float32Array, from: number, to: number, chunk = 5000): Float32Array {
  const resampler = makeResampler(from, to);
  const parts: Float32Array[] = [];
  for (let at = 0; at < samples.length; at += chunk)
    parts.push(resampler.push(samples.subarray(at, at + chunk)));
  return joinSamples(...parts, resampler.finish());
}

const peakError = (a: Float32Array, b: Float32Array, margin: number) => {
  let worst = 0;
  for (let i = margin; i < Math.min(a.length, b.length) - margin; i++)
    worst = Math.max(worst, Math.abs(a[i] - b[i]));
  return worst;
};

describe('resample', () => {
  test.each([44100, 48000, 32000, 24000, 16000, 12000, 11025, 8000])(
    'a tone at %i Hz becomes the same tone at 22,050 Hz, in place',
    (from) => {
      const out = resample(sine(997, 2, from), from, 22050);
      expect(Math.abs(out.length - 44100)).toBeLessThan(3);
      expect(peakError(out, sine(997, 2, 22050), 100)).toBeLessThan(0.001);
    },
  );

  test('what lies above the new Nyquist frequency is gone', () => {
    const out = resample(sine(15000, 1, 44100), 44100, 22050);
    expect(out.subarray(100, -100).reduce((peak, x) => Math.max(peak, Math.abs(x)), 0)).toBeLessThan(2e-4);
  });

  test.each([48000, 44100])('the size of the chunks does not matter at %i Hz', (rate) => {
    const tone = sine(997, 0.5, rate);
    expect(resample(tone, rate, 22050, 7)).toEqual(resample(tone, rate, 22050, 100_000));
  });
});
