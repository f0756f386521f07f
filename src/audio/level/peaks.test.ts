import { expect, test } from 'vitest';
import { feedSteps, joinSamples, sine } from '../test-signals.ts';
import { PEAK_COUNT, PeakMeter } from './peaks.ts';

function measure(channels: readonly Float32Array[], rate: number) {
  return feedSteps(new PeakMeter(), channels, rate).finish();
}

test('600 values in per cent of full scale, the louder channel counting', () => {
  const left = joinSamples(sine(100, 5, 8000, 0.2), sine(100, 5, 8000, 0.4));
  const right = joinSamples(sine(100, 5, 8000, 0.1), sine(100, 5, 8000, 0.8));
  const peaks = measure([left, right], 8000);
  expect(peaks).toHaveLength(PEAK_COUNT);
  expect(new Set(peaks.slice(0, 300))).toEqual(new Set([20]));
  expect(new Set(peaks.slice(300))).toEqual(new Set([80]));
});

test('never more than 100, and short or silent tracks still fill the line', () => {
  expect(Math.max(...measure([sine(100, 1, 8000, 1.7)], 8000))).toBe(100);
  expect(measure([new Float32Array(10)], 8000)).toEqual(new Array(PEAK_COUNT).fill(0));
});
