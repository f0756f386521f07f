import { expect, test } from 'vitest';
import { feedSteps, joinSamples, sine } from '../test-signals.ts';
import { STEPS_PER_SECOND } from './level-steps.ts';
import { PeakMeter } from './peaks.ts';
import { measureSilence } from './silence.ts';

function measure(samples: Float32Array) {
  return measureSilence(feedSteps(new PeakMeter(), [samples], 8000).levels(), 1 / STEPS_PER_SECOND);
}
const quiet = (seconds: number) => new Float32Array(seconds * 8000);

test('before, within and after, at any gain', () => {
  for (const gain of [1, 0.5, 0.1]) {
    const tone = (seconds: number) => sine(440, seconds, 8000, gain * 0.9, 1);
    const track = joinSamples(quiet(2), tone(3), quiet(1.5), tone(2), quiet(0.5), tone(1), quiet(4));
    expect(measure(track)).toEqual({
      leadingSilence: 2,
      trailingSilence: 4,
      silentShare: 0.57,
      silentRanges: [{ start: 5, end: 6.5 }],
    });
  }
});

test('a silent track is all leading silence', () => {
  expect(measure(quiet(3))).toMatchObject({ leadingSilence: 3, trailingSilence: 0, silentShare: 1 });
});
