// What an encoder leaves behind: the frames it worked in, and nothing else that looks like them.
import { expect, test } from 'vitest';
import { composeMaster, decodeWhole } from '../test-masters.ts';
import { encodeMp3 } from '../test-signals.ts';
import { CoderMeter } from './coder-frames.ts';

const RATE = 44_100;
const SONG = composeMaster(6, RATE);

function measure(channels: readonly Float32Array[], size = 5000) {
  const meter = new CoderMeter(RATE);
  for (let at = 0; at < channels[0].length; at += size)
    meter.push(channels.map((samples) => samples.subarray(at, at + size)));
  return meter.finish();
}
/** As a file of 16 bits has them. */
const saved = (samples: Float32Array) => samples.map((sample) => Math.round(sample * 32_768) / 32_768);

test('RL-1 music lies in no frames, whatever is done to it', () => {
  expect(measure(SONG)).toBeNull();
  expect(measure(SONG.map(saved))).toBeNull();
  expect(measure([new Float32Array(RATE)])).toBeNull();
  expect(measure([new Float32Array(10)])).toBeNull();
});

test.each([128, 192] as const)(
  'RL-1 an MP3 of %i kbit/s is known by its frames: quieter, cut and of 16 bits',
  async (rate) => {
    const [left] = await decodeWhole(await encodeMp3(SONG, RATE, rate));
    for (const samples of [left, left.subarray(1234).map((sample) => 0.3 * sample)]) {
      const found = measure([saved(samples)], 997);
      expect(found?.as).toBe('MP3');
      expect(found?.share).toBeGreaterThan(0.4);
    }
  },
);

/** A coder as simple as can be: the transform by its definition, lines rounded to steps, and back. */
function codeLikeAac(samples: Float32Array, step: number): Float32Array {
  const [size, hop] = [2048, 1024];
  const window = Array.from({ length: size }, (_, n) => Math.sin((Math.PI / size) * (n + 0.5)));
  const waves = Array.from({ length: 4 * size }, (_, n) => Math.cos((Math.PI / (2 * size)) * n));
  const wave = (n: number, line: number) => waves[((2 * n + 1 + hop) * (2 * line + 1)) % (4 * size)];
  const out = new Float32Array(samples.length);
  for (let at = 0; at + size <= samples.length; at += hop)
    for (let line = 0; line < 700; line++) {
      let sum = 0;
      for (let n = 0; n < size; n++) sum += samples[at + n] * window[n] * wave(n, line);
      const kept = Math.round(sum / step) * step * (2 / hop);
      if (kept !== 0) for (let n = 0; n < size; n++) out[at + n] += kept * window[n] * wave(n, line);
    }
  return out;
}

test('RL-1 an AAC is known by its frames', () => {
  const coded = codeLikeAac(SONG[0].subarray(0, 2.6 * RATE), 0.5);
  expect(measure([saved(coded)])).toMatchObject({ as: 'AAC' });
});
