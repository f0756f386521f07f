/** A few of the damaged files of `npm run fuzz`, in the same process: each is measured, or refused with a reason. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DecodeFailed } from '#audio/decode/decode.ts';
import { measureTrack } from '#audio/measure.ts';
import { encodeMp3, sine } from '#audio/test-signals.ts';
import { MUTATIONS, mutate } from './mutate.ts';

const COUNT = 40;

test(`AN-5 ${COUNT} damaged files each end measured or refused with a sentence`, async () => {
  const originals = [
    new Uint8Array(readFileSync('demo/third-rail.mp3').subarray(0, 12_000)),
    await encodeMp3([sine(440, 0.6, 8000, 0.4)], 8000, 8),
    await encodeMp3([sine(440, 0.6, 48000, 0.4), sine(550, 0.6, 48000, 0.4)], 48000, 64),
  ];
  let measured = 0;
  for (let seed = 1; seed <= COUNT; seed++) {
    const { bytes, done } = mutate(originals, seed);
    try {
      const measures = await measureTrack(bytes);
      const lost = (_: string, value: unknown) =>
        typeof value === 'number' && !Number.isFinite(value) ? 'lost' : value;
      expect(JSON.stringify(measures, lost), done.join(', ')).not.toContain('"lost"');
      measured++;
    } catch (error) {
      expect(error, `seed ${seed}: ${done.join(', ')}`).toBeInstanceOf(DecodeFailed);
      expect((error as DecodeFailed).message).toMatch(/\w.*\.$/);
    }
  }
  // Most damage is survived: a fuzzer whose files are all refused at the door tests nothing.
  expect(measured).toBeGreaterThan(COUNT / 3);
});

test('the same seed damages the same way, and every kind of damage comes up', () => {
  const original = [new Uint8Array(readFileSync('demo/third-rail.mp3').subarray(0, 4000))];
  expect(mutate(original, 5)).toEqual(mutate(original, 5));
  const seen = new Set(Array.from({ length: 200 }, (_, seed) => mutate(original, seed).done).flat());
  expect(seen).toEqual(new Set(Object.keys(MUTATIONS)));
});
