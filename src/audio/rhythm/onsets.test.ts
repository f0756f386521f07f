import { describe, expect, test } from 'vitest';
import { ANALYSIS_RATE } from '../decode/rates.ts';
import { runFrames } from '../spectrum/frames.ts';
import { addDrum, clicks, silence } from '../test-music.ts';
import { sine } from '../test-signals.ts';
import { ONSET_FRAME, ONSET_RATE, OnsetSink, type Onsets } from './onsets.ts';

function listen(samples: Float32Array): Onsets {
  const sink = new OnsetSink(samples);
  runFrames(samples, ONSET_FRAME, [sink]);
  return sink.finish();
}

const peakTime = (curve: Float32Array) => curve.indexOf(Math.max(...curve)) / ONSET_RATE;

describe('onset strength', () => {
  test('peaks within 15 ms of a click and is quiet elsewhere', () => {
    const { strength } = listen(clicks([1.5], 3));
    expect(Math.abs(peakTime(strength) - 1.5)).toBeLessThan(0.015);
    const far = strength.filter((_, i) => Math.abs(i / ONSET_RATE - 1.5) > 0.3);
    expect(Math.max(...far)).toBeLessThan(0.1 * Math.max(...strength));
  });

  test('does not change with gain', () => {
    const loud = clicks([0.5, 1.1, 2], 3);
    const quiet = loud.map((v) => v * 0.1);
    const [a, b] = [listen(loud).strength, listen(quiet).strength];
    a.forEach((v, i) => {
      expect(b[i]).toBeCloseTo(v, 4);
    });
  });

  test('a tone and silence have no onsets after the start', () => {
    for (const samples of [sine(440, 4, ANALYSIS_RATE, 0.5), silence(4)]) {
      const middle = listen(samples).strength.slice(100, -100);
      expect(Math.max(...middle)).toBe(0);
    }
  });

  test('kick, snare and hat each speak loudest in their own band', () => {
    const out = silence(4);
    addDrum(out, 'kick', 1);
    addDrum(out, 'snare', 2);
    addDrum(out, 'hat', 3);
    const { kick, snare, hat } = listen(out);
    expect(peakTime(kick)).toBeCloseTo(1, 1);
    expect(peakTime(snare)).toBeCloseTo(2, 1);
    const around = (curve: Float32Array, t: number) =>
      Math.max(...curve.slice(Math.round((t - 0.1) * ONSET_RATE), Math.round((t + 0.1) * ONSET_RATE)));
    expect(around(hat, 3)).toBeGreaterThan(3 * around(kick, 3));
    expect(around(hat, 3)).toBeGreaterThan(3 * around(hat, 1));
  });
});
