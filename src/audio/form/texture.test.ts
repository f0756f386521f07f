import { expect, test } from 'vitest';
import { ANALYSIS_RATE } from '../decode/rates.ts';
import { describeBars } from '../rhythm/bars.ts';
import { levelScale, ONSET_FRAME, OnsetSink } from '../rhythm/onsets.ts';
import { runFrames } from '../spectrum/frames.ts';
import { seededRandom } from '../test-signals.ts';
import { TextureSink } from './texture.ts';

const BAR = 2;
const BARS = 6;
/** dB, mean over the bands. */
const LIMIT = 0.15;

/** Sixteen strokes a bar of decaying noise, of uneven strength. */
function drum(seconds: number): Float32Array {
  const random = seededRandom(9);
  const out = new Float32Array(seconds * ANALYSIS_RATE);
  for (let time = 0; time < seconds; time += BAR / 16) {
    const strength = 0.1 + 0.4 * random();
    const from = Math.round(time * ANALYSIS_RATE);
    for (let i = from; i < Math.min(out.length, from + 3000); i++)
      out[i] += strength * Math.exp(-(i - from) / 600) * (2 * random() - 1);
  }
  return out;
}

function describeLate(samples: Float32Array, delay: number) {
  const late = new Float32Array(samples.length + Math.round(delay * ANALYSIS_RATE));
  late.set(samples, late.length - samples.length);
  const scale = levelScale(late, ONSET_FRAME.size);
  const texture = new TextureSink(late, scale);
  const onsets = new OnsetSink(late, scale);
  runFrames(late, ONSET_FRAME, [texture, onsets]);
  const times = Float64Array.from({ length: BARS + 1 }, (_, i) => i * BAR + delay);
  const chroma = { rate: 10, harmony: new Float32Array(12 * 200), bass: new Float32Array(12 * 200) };
  return describeBars(times, texture.finish(), chroma, onsets.finish());
}

test("an encoder's delay hardly changes what bars sound like", () => {
  const samples = drum(BAR * (BARS + 1));
  const plain = describeLate(samples, 0);
  for (const delay of [0.012, 0.023, 0.036, 0.05]) {
    const late = describeLate(samples, delay);
    for (const part of ['texture', 'movement'] as const)
      plain[part].forEach((row, bar) => {
        const apart = row.reduce((sum, db, b) => sum + Math.abs(db - late[part][bar][b]), 0) / row.length;
        expect(apart, `${part} of bar ${bar}, ${delay} s later`).toBeLessThan(LIMIT);
      });
  }
});
