import { expect, test } from 'vitest';
import { boundaryF, nearTempo, readReferences, shareInside } from './compare.ts';

test('boundaries are matched once each, within three seconds', () => {
  expect(boundaryF([10, 20, 30], [10, 20, 30])).toBe(1);
  expect(boundaryF([12.9, 23.1], [10, 20])).toBe(0.5);
  expect(boundaryF([10, 11], [10])).toBeCloseTo(2 / 3, 5);
  expect(boundaryF([], [10])).toBe(0);
  expect(boundaryF([], [])).toBe(1);
});

test('the share of a span that lies inside others', () => {
  expect(shareInside({ start: 5, end: 15 }, [{ start: 0, end: 10 }])).toBe(0.5);
  expect(
    shareInside({ start: 5, end: 15 }, [
      { start: 5, end: 7 },
      { start: 10, end: 20 },
    ]),
  ).toBeCloseTo(0.7, 5);
});

test('tempo within a tolerance; an octave is an error', () => {
  expect(nearTempo(120.9, 120, 0.01)).toBe(true);
  expect(nearTempo(60, 120, 0.02)).toBe(false);
});

test('references are read, unsteady ones without a tempo', () => {
  const text =
    'track\tseconds\tlufs\tlra\ttrue_peak\tbpm\tkey\na\t1\t-10\t5\t-1\t120.5\tC|Am\nb\t1\t-9\t4\t0\tunsteady\tFm\n';
  const [a, b] = readReferences(text);
  expect(a).toEqual({ track: 'a', lufs: -10, range: 5, truePeak: -1, bpm: 120.5, keys: ['C', 'Am'] });
  expect(b.bpm).toBeNull();
});
