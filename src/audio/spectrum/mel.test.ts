import { expect, test } from 'vitest';
import { createMelBank, hzToMel, melToHz } from './mel.ts';

test('1000 Hz is 1000 mel, and back', () => {
  expect(hzToMel(1000)).toBeCloseTo(1000, 0);
  expect(melToHz(hzToMel(3210))).toBeCloseTo(3210, 6);
});

test('a flat spectrum reads 1 in every band, narrow bands included', () => {
  const bank = createMelBank(40, 30, 10_500, 1024, 22_050);
  const out = new Float32Array(40);
  bank.apply(new Float32Array(513).fill(1), out);
  for (const value of out) expect(value).toBeCloseTo(1, 5);
});

test('a single bin shows in the band around its frequency', () => {
  const bank = createMelBank(20, 100, 8000, 2048, 22_050);
  const magnitude = new Float32Array(1025);
  magnitude[Math.round((2000 * 2048) / 22_050)] = 1;
  const out = new Float32Array(20);
  bank.apply(magnitude, out);
  const loudest = out.indexOf(Math.max(...out));
  expect(Math.abs(bank.centres[loudest] - 2000)).toBeLessThan(250);
});
