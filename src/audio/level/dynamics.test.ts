import { expect, test } from 'vitest';
import { feedSteps, joinSamples, sine } from '../test-signals.ts';
import { DynamicsMeter } from './dynamics.ts';

function measure(samples: Float32Array) {
  return feedSteps(new DynamicsMeter(1), [samples], 8000).finish();
}

test('a sine has a crest of 3 dB, a square of 0, a click train of much more', () => {
  expect(measure(sine(100, 4, 8000, 0.5)).crestDb).toBe(3);
  expect(measure(sine(100, 4, 8000, 0.5, 0.1).map(Math.sign)).crestDb).toBe(0);
  // One sample in a hundred: the mean is 20 dB below the peak.
  expect(measure(new Float32Array(32000).map((_, i) => (i % 100 === 0 ? 0.5 : 0))).crestDb).toBe(20);
});

test('the level of each second, and their spread without the rests', () => {
  const levels = [1, 1, 0.5, 0.5, 0.5, 0.25, 0.25, 0].map((amplitude) => sine(100, 1, 8000, amplitude));
  const result = measure(joinSamples(...levels));
  expect(result.levelDb).toEqual([-3, -3, -9, -9, -9, -15.1, -15.1, -120]);
  expect(result.levelSpreadDb).toBe(12);
});

test('silence and nothing', () => {
  expect(measure(new Float32Array(8000))).toEqual({ crestDb: 0, levelDb: [-120], levelSpreadDb: 0 });
  expect(measure(new Float32Array(0))).toEqual({ crestDb: 0, levelDb: [], levelSpreadDb: 0 });
});
