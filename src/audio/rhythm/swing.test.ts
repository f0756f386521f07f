import { expect, test } from 'vitest';
import { runFrames } from '../spectrum/frames.ts';
import { addDrum, silence } from '../test-music.ts';
import { ONSET_FRAME, OnsetSink } from './onsets.ts';
import { measureSwing } from './swing.ts';

/** Clicks on every division of a beat, every second one late: `percent` 50 is straight. */
function shuffle(
  bpm: number,
  perBeat: 2 | 4,
  percent: number,
): { samples: Float32Array; beats: Float32Array } {
  const samples = silence(20);
  const beat = 60 / bpm;
  const pair = (2 * beat) / perBeat;
  const beats: number[] = [];
  for (let t = 0.5; t < 19; t += beat) {
    beats.push(t);
    for (let p = 0; p < perBeat / 2; p++) {
      addDrum(samples, 'snare', t + p * pair, p === 0 ? 1 : 0.7);
      addDrum(samples, 'hat', t + p * pair + (percent / 100) * pair);
    }
  }
  return { samples, beats: Float32Array.from(beats) };
}

function listen({ samples, beats }: { samples: Float32Array; beats: Float32Array }) {
  const sink = new OnsetSink(samples);
  runFrames(samples, ONSET_FRAME, [sink]);
  return measureSwing(beats, sink.finish());
}

test.each([50, 58, 66])('eighths swung to %d%%', (percent) => {
  expect(Math.abs(listen(shuffle(110, 2, percent)).eighths - percent)).toBeLessThanOrEqual(2);
});

test.each([50, 56, 62, 66])('sixteenths swung to %d%%', (percent) => {
  expect(Math.abs(listen(shuffle(85, 4, percent)).sixteenths - percent)).toBeLessThanOrEqual(2);
});

test('nothing between the beats is straight', () => {
  const samples = silence(10);
  const beats = Float32Array.from({ length: 18 }, (_, i) => 0.5 + i * 0.5);
  for (const t of beats) addDrum(samples, 'kick', t);
  expect(listen({ samples, beats })).toEqual({ eighths: 50, sixteenths: 50 });
});
