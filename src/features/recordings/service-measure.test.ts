/** The measuring thread with the largest files there can be: it cuts, says so, and stays within its memory. */
import { expect, test } from 'vitest';
import { encodeMp3, mix, sine, whiteNoise } from '#audio/test-signals.ts';
import { describeShape } from '#features/scoring/rules-shape.ts';
import { measureInThread } from './service-measure.ts';

const MOST_BYTES = 10 * 1024 * 1024;
const MOST_MB = 300;
const residentMb = () => process.memoryUsage.rss() / 2 ** 20;

/** The same frames over and over, up to the largest file that is accepted. */
function fill(bytes: Uint8Array): Uint8Array {
  const filled = new Uint8Array(MOST_BYTES);
  for (let at = 0; at < MOST_BYTES; at += bytes.length)
    filled.set(bytes.subarray(0, Math.min(bytes.length, MOST_BYTES - at)), at);
  return filled;
}

const measure = (bytes: Uint8Array, signal = new AbortController().signal) =>
  measureInThread(bytes, signal, () => {});

test('a thread that measured one recording finds the same in the next; one that met a bad file is not used again', async () => {
  const [low, high] = await Promise.all(
    [220, 880].map((hertz) =>
      encodeMp3([mix(sine(hertz, 4, 22_050, 0.4), whiteNoise(4, 22_050, 0.05))], 22_050, 64),
    ),
  );
  const first = await measure(low);
  const other = await measure(high);
  expect(other).not.toEqual(first);
  expect(await measure(low)).toEqual(first);
  await expect(measure(new Uint8Array(2000))).rejects.toThrow();
  const cut = new AbortController();
  const stopped = measure(low, cut.signal);
  cut.abort();
  await expect(stopped).rejects.toThrow('Stopped before');
  expect(await Promise.all([measure(high), measure(low)])).toEqual([other, first]);
});

test('AN-5 10 MB at 8 kbit/s: 600 s are heard, the report knows it was cut, memory stays below 300 MB', async () => {
  const sound = mix(sine(330, 10, 8000, 0.3), whiteNoise(10, 8000, 0.1));
  const bytes = fill(await encodeMp3([sound], 8000, 8));
  const before = residentMb();
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, residentMb());
  }, 50);
  const { measures } = await measure(bytes).finally(() => clearInterval(watch));
  expect(measures).toMatchObject({ cut: true, analysedSeconds: 600, sampleRate: 8000, channels: 1 });
  expect(measures.durationSeconds).toBeGreaterThan(2.7 * 3600);
  expect(measures.sections.at(-1)?.end).toBeLessThanOrEqual(600);
  expect(describeShape(measures).shape.sectionsPerMinute).toBeGreaterThanOrEqual(0);
  expect(most - before).toBeLessThan(MOST_MB);
});
