import { expect, test } from 'vitest';
import { seededRandom } from '../test-signals.ts';
import { measureSteadiness, quantile } from './steadiness.ts';

const even = Array.from({ length: 64 }, (_, i) => i * 0.5);

test('a machine is perfectly steady', () => {
  expect(measureSteadiness(even)).toEqual({ bpm: 120, steadiness: 1, jitterMs: 0, driftPercent: 0 });
});

test('jitter shows in milliseconds and lowers steadiness, not the tempo', () => {
  const random = seededRandom(4);
  const loose = measureSteadiness(even.map((t) => t + 0.08 * (random() - 0.5)));
  expect(loose.bpm).toBeCloseTo(120, 0);
  expect(loose.jitterMs).toBeGreaterThan(10);
  expect(loose.jitterMs).toBeLessThan(40);
  expect(loose.steadiness).toBeLessThan(0.95);
});

test('drift shows in percent', () => {
  const faster = even.map((_, i) => 60 * Math.log1p(i / 120));
  const { driftPercent, steadiness } = measureSteadiness(faster);
  expect(driftPercent).toBeGreaterThan(20);
  expect(steadiness).toBeLessThan(0.2);
});

test('half a beat that slips in three places counts the same, forwards or back, and the less the longer the track', () => {
  const slip = (beats: number, ...halves: readonly number[]) => {
    const periods = Array.from({ length: beats }, () => 0.5);
    for (const [i, half] of halves.entries()) periods[Math.round(((i + 1) * beats) / 4)] += 0.25 * half;
    let now = 0;
    return measureSteadiness(periods.map((period) => (now += period))).steadiness;
  };
  expect(slip(300, -1, 1, -1)).toBeCloseTo(slip(300, -1, -1, -1), 1);
  const longer = [200, 260, 320, 380, 440].map((beats) => slip(beats, -1, -1, -1));
  for (let i = 1; i < longer.length; i++) {
    expect(longer[i]).toBeGreaterThanOrEqual(longer[i - 1]);
    expect(longer[i] - longer[i - 1]).toBeLessThan(0.15);
  }
});

test('too few beats have no tempo', () => {
  expect(measureSteadiness([1]).bpm).toBe(0);
});

test('quantile interpolates', () => {
  expect(quantile([0, 10, 20], 0.25)).toBe(5);
});
