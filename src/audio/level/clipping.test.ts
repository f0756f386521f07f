import { describe, expect, test } from 'vitest';
import { joinSamples, pinkNoise, sine, whiteNoise } from '../test-signals.ts';
import { ClippingMeter } from './clipping.ts';

function measure(samples: Float32Array, rate = 44100) {
  const meter = new ClippingMeter(rate);
  for (let at = 0; at < samples.length; at += 5000) meter.push([samples.subarray(at, at + 5000)]);
  return meter.finish();
}
const clip = (samples: Float32Array, gain: number, ceiling: number) =>
  samples.map((x) => Math.max(-ceiling, Math.min(ceiling, gain * x)));

function withRipple(samples: Float32Array): Float32Array {
  const ripple = whiteNoise(samples.length / 44100, 44100, 0.004);
  return samples.map((x, i) => x + ripple[i]);
}

describe('clipping', () => {
  const music = pinkNoise(20, 44100, 0.25);

  test.each([1, 0.5, 0.25])('is found at a ceiling of %f', (ceiling) => {
    const result = measure(clip(music, 6 * ceiling, ceiling));
    expect(result.clipHardness).toBeGreaterThan(2);
    expect(result.clippedShare).toBeGreaterThan(0.01);
  });

  test('is found after lossy coding has blurred the flat tops', () => {
    const ripple = whiteNoise(20, 44100, 0.02);
    const blurred = clip(music, 6, 0.8).map((x, i) => x + ripple[i]);
    expect(measure(blurred).clipHardness).toBeGreaterThan(1.5);
  });

  test('more drive is harder clipping', () => {
    expect(measure(clip(music, 10, 1)).clippedShare).toBeGreaterThan(measure(clip(music, 5, 1)).clippedShare);
  });

  test.each([
    ['music that is not clipped', music],
    ['soft saturation', music.map((x) => Math.tanh(2 * x))],
    ['a tone, which rests at its top by nature', sine(100, 20, 44100, 0.5)],
    ['tones of several levels', joinSamples(sine(997, 8, 44100, 0.1), sine(997, 6, 44100, 0.3))],
    ['a tone after lossy coding', withRipple(sine(220, 8, 44100, 0.99))],
    ['a sawtooth', sine(110, 8, 44100, 1).map((_, i) => 0.5 * (2 * (((110 * i) / 44100) % 1) - 1))],
    ['silence', new Float32Array(44100)],
    ['nothing', new Float32Array(0)],
  ])('not in %s', (_name, samples) => {
    expect(measure(samples)).toEqual({ clippedShare: 0, clipHardness: 0, overShare: 0, clippedRanges: [] });
  });

  test('counts by degrees: what is barely clipped counts for little', () => {
    const short = music.subarray(0, 5 * 44100);
    const driven = Array.from({ length: 24 }, (_, i) => measure(clip(short, 2 + 0.1 * i, 1)));
    const barely = driven.find(({ clipHardness }) => clipHardness > 0)!;
    const surely = driven.find(({ clipHardness }) => clipHardness >= 0.95)!;
    expect(surely.clippedShare).toBeGreaterThan(0);
    expect(barely.clippedShare).toBeLessThan(0.3 * surely.clippedShare);
  });

  test('in a tone that is cut off, and not in the same tone left whole', () => {
    const whole = sine(440, 5, 44100, 0.6);
    const { clippedRanges } = measure(joinSamples(whole, clip(whole, 1.5, 0.7), whole));
    expect(clippedRanges).toEqual([{ start: 5, end: 10 }]);
  });

  test('says where', () => {
    const part = (from: number, to: number) => music.subarray(from * 44100, to * 44100);
    const { clippedRanges } = measure(joinSamples(part(0, 8), clip(part(8, 12), 10, 0.9), part(12, 20)));
    expect(clippedRanges).toEqual([{ start: 8, end: 12 }]);
  });

  test('samples over full scale are counted, and where they are is said', () => {
    const part = (from: number, to: number) => music.subarray(from * 44100, to * 44100);
    const loud = part(8, 12).map((x) => 4 * x);
    const share = loud.filter((x) => Math.abs(x) > 1.001).length / (20 * 44100);
    const result = measure(joinSamples(part(0, 8), loud, part(12, 20)));
    expect(share).toBeGreaterThan(0.001);
    expect(Math.abs(result.overShare / share - 1)).toBeLessThan(0.1);
    expect(result.clippedRanges).toEqual([{ start: 8, end: 12 }]);
  });

  test('a tone over full scale is cut as well; one that just reaches it is not', () => {
    expect(measure(sine(220, 5, 44100, 1.5)).overShare).toBeGreaterThan(0.3);
    expect(measure(sine(220, 5, 44100, 1)).overShare).toBe(0);
  });
});
