/** The minimum requirements of EBU Tech 3341 and 3342, with tones whose loudness is known by definition. */
import { describe, expect, test } from 'vitest';
import { feedSteps, joinSamples, sine } from '../test-signals.ts';
import { LoudnessMeter } from './loudness.ts';

const amplitude = (db: number) => 10 ** (db / 20);
const tones = (rate: number, ...parts: readonly (readonly [db: number, seconds: number])[]) =>
  joinSamples(...parts.map(([db, seconds]) => sine(1000, seconds, rate, amplitude(db))));

function measure(channels: readonly Float32Array[], rate: number, chunk = 4321) {
  return feedSteps(new LoudnessMeter(channels.length), channels, rate, chunk).finish();
}
const stereo = (samples: Float32Array) => [samples, samples];

describe('integrated loudness', () => {
  test('BS.1770: 997 Hz at full scale in one channel is -3.01 LKFS', () => {
    expect(measure([sine(997, 10, 48000)], 48000).integratedLufs).toBe(-3);
  });

  test.each([8000, 11025, 22050, 32000, 44100, 48000])(
    '3341 case 1: -23 dBFS stereo tone at %i Hz',
    (rate) => {
      const result = measure(stereo(tones(rate, [-23, 20])), rate);
      expect(result.integratedLufs).toBeCloseTo(-23, 0.9);
      expect(result.momentaryMaxLufs).toBeCloseTo(-23, 0.9);
      expect(result.shortTermMaxLufs).toBeCloseTo(-23, 0.9);
    },
  );

  test('3341 case 3: quiet beginning and end are gated', () => {
    const signal = tones(48000, [-36, 10], [-23, 60], [-36, 10]);
    expect(measure(stereo(signal), 48000).integratedLufs).toBeCloseTo(-23, 0.9);
  });

  test('3341 case 4: -72 dBFS is below the absolute gate', () => {
    const signal = tones(48000, [-72, 10], [-36, 10], [-23, 60], [-36, 10], [-72, 10]);
    expect(measure(stereo(signal), 48000).integratedLufs).toBeCloseTo(-23, 0.9);
  });

  test('3341 case 5: three levels whose gated mean is -23', () => {
    const signal = tones(48000, [-26, 20], [-20, 20.1], [-26, 20]);
    expect(measure(stereo(signal), 48000).integratedLufs).toBeCloseTo(-23, 0.9);
  });

  test('silence reads -70, and 0.3 s still gives a number', () => {
    expect(measure([new Float32Array(48000)], 48000)).toMatchObject({
      integratedLufs: -70,
      loudnessRange: 0,
    });
    expect(measure(stereo(tones(48000, [-23, 0.3])), 48000).integratedLufs).toBeCloseTo(-23, 0);
  });
});

describe('loudness range', () => {
  test.each([
    [
      'case 1',
      [
        [-20, 20],
        [-30, 20],
      ],
      10,
    ],
    [
      'case 2',
      [
        [-20, 20],
        [-15, 20],
      ],
      5,
    ],
    [
      'case 3',
      [
        [-40, 20],
        [-20, 20],
      ],
      20,
    ],
    [
      'case 4',
      [
        [-50, 20],
        [-35, 20],
        [-20, 20],
        [-35, 20],
        [-50, 20],
      ],
      15,
    ],
  ] as const)('3342 %s', (_name, parts, range) => {
    expect(measure(stereo(tones(48000, ...parts)), 48000).loudnessRange).toBeCloseTo(range, 0);
  });
});

test('the short-term curve follows the level, one value a second', () => {
  const { shortTermLufs } = measure(stereo(tones(48000, [-40, 10], [-20, 10])), 48000);
  expect(shortTermLufs).toHaveLength(20);
  expect(shortTermLufs[3]).toBeCloseTo(-40, 0.9);
  expect(shortTermLufs[16]).toBeCloseTo(-20, 0.9);
});

test('the size of the chunks does not matter', () => {
  const signal = stereo(tones(44100, [-30, 3], [-20, 4]));
  expect(measure(signal, 44100, 977)).toEqual(measure(signal, 44100, 10 ** 6));
});

test('the loudness of parts of a track is that of the parts alone', () => {
  const meter = new LoudnessMeter(2);
  feedSteps(meter, stereo(tones(48000, [-30, 10], [-23, 10], [-30, 10])), 48000, 4321);
  meter.finish();
  expect(meter.loudnessOf([{ start: 10, end: 20 }])).toBeCloseTo(-23, 0.9);
  expect(
    meter.loudnessOf([
      { start: 0, end: 10 },
      { start: 20, end: 30 },
    ]),
  ).toBeCloseTo(-30, 0.9);
  expect(meter.loudnessOf([{ start: 5, end: 5.1 }])).toBeNull();
});
