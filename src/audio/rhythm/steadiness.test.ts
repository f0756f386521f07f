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

test('too few beats have no tempo', () => {
  expect(measureSteadiness([1]).bpm).toBe(0);
});

test('quantile interpolates', () => {
  expect(quantile([0, 10, 20], 0.25)).toBe(5);
});
