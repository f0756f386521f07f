import { expect, test } from 'vitest';
import { joinSamples, sine } from '../test-signals.ts';
import { TruePeakMeter } from './true-peak.ts';

function measure(samples: Float32Array, rate: number, chunk = 1000) {
  const meter = new TruePeakMeter(rate, 1);
  for (let at = 0; at < samples.length; at += chunk) meter.push([samples.subarray(at, at + chunk)]);
  return meter.finish();
}

// EBU Tech 3341, cases 15 to 19: tones whose samples miss their tops.
test.each([
  ['a quarter of the rate, in phase', 12000, 0, -6],
  ['a quarter of the rate, 45 degrees off', 12000, 45, -6],
  ['a sixth of the rate, 60 degrees off', 8000, 60, -6],
  ['an eighth of the rate, 67.5 degrees off', 6000, 67.5, -6],
])('%s', (_name, frequency, degrees, expected) => {
  // The tone swells, so that no jump at the edges adds a peak of its own.
  const tone = sine(frequency, 1, 48000, 0.5, (degrees * Math.PI) / 180);
  for (let i = 0; i < 2000; i++) {
    tone[i] *= i / 2000;
    tone[tone.length - 1 - i] *= i / 2000;
  }
  const { truePeakDb } = measure(tone, 48000);
  expect(truePeakDb).toBeLessThanOrEqual(expected + 0.2);
  expect(truePeakDb).toBeGreaterThanOrEqual(expected - 0.4);
});

test('says when, and which share of the seconds is over -1 dBTP', () => {
  const result = measure(joinSamples(sine(400, 3.2, 44100, 0.3), sine(400, 0.8, 44100, 0.99)), 44100);
  expect(result.truePeakAt).toBeGreaterThanOrEqual(3);
  expect(result.truePeakAt).toBeLessThanOrEqual(4);
  expect(result.overCeilingShare).toBe(0.25);
});

test('silence reads -120', () => {
  expect(measure(new Float32Array(5000), 44100)).toEqual({
    truePeakDb: -120,
    truePeakAt: 0,
    overCeilingShare: 0,
  });
});
