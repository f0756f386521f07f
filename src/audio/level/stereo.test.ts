import { describe, expect, test } from 'vitest';
import { feedSteps, joinSamples, mix, sine, whiteNoise } from '../test-signals.ts';
import { StereoMeter } from './stereo.ts';

function measure(...channels: Float32Array[]) {
  return feedSteps(new StereoMeter(channels.length), channels, 44100).finish();
}
const invert = (samples: Float32Array) => samples.map((x) => -x);

describe('stereo', () => {
  const a = whiteNoise(5, 44100, 0.3, 1);
  const b = whiteNoise(5, 44100, 0.3, 2);

  test('equal channels and mono files are mono', () => {
    expect(measure(a, a)).toMatchObject({
      stereoWidth: 0,
      stereoCorrelation: 1,
      monoLossDb: 0,
      cancellingShare: 0,
    });
    expect(measure(a)).toMatchObject({ stereoWidth: 0, stereoCorrelation: 1, monoLossDb: 0 });
  });

  test('unrelated channels are half as loud in mono', () => {
    const result = measure(a, b);
    expect(result.stereoWidth).toBeCloseTo(0.5, 1);
    expect(result.stereoCorrelation).toBeCloseTo(0, 1);
    expect(result.monoLossDb).toBeCloseTo(-3, 0);
  });

  test('opposite channels cancel', () => {
    expect(measure(a, invert(a))).toMatchObject({
      stereoWidth: 1,
      stereoCorrelation: -1,
      monoLossDb: -60,
      cancellingShare: 1,
      cancellingRanges: [{ start: 0, end: 5 }],
    });
  });

  test('where they cancel is said, and quiet seconds do not count', () => {
    const faint = a.map((x) => x * 0.001);
    const left = joinSamples(a, a, faint);
    const right = joinSamples(a, invert(a), invert(faint));
    expect(measure(left, right)).toMatchObject({
      cancellingShare: 0.5,
      cancellingRanges: [{ start: 5, end: 10 }],
    });
  });

  test('the bass is judged by itself', () => {
    const bass = sine(60, 5, 44100, 0.2);
    const result = measure(mix(a, bass), mix(a, invert(bass)));
    expect(result.bassCorrelation).toBeLessThan(-0.5);
    expect(result.stereoCorrelation).toBeGreaterThan(0);
  });

  test('silence is mono', () => {
    expect(measure(new Float32Array(9000), new Float32Array(9000))).toMatchObject({ stereoCorrelation: 1 });
  });

  test('an inverted channel is told from a wide picture and from a widened treble', () => {
    const bass = sine(60, 5, 44100, 0.3);
    const song = mix(a, bass);
    expect(measure(mix(song, b), invert(song)).channelInverted).toBe(true);
    expect(measure(a, b).channelInverted).toBe(false);
    expect(measure(mix(a, bass), mix(invert(a), bass)).channelInverted).toBe(false);
    expect(measure(song, song).channelInverted).toBe(false);
    expect(measure(song).channelInverted).toBe(false);
  });

  test('a channel that is too quiet or silent is measured', () => {
    expect(measure(a, a).channelBalanceDb).toBe(0);
    expect(
      measure(
        a.map((x) => x / 2),
        a,
      ).channelBalanceDb,
    ).toBe(-6);
    expect(measure(a, new Float32Array(a.length)).channelBalanceDb).toBe(60);
  });
});
