import { expect, test } from 'vitest';
import { whiteNoise } from '../test-signals.ts';
import { hannWindow, runFrames } from './frames.ts';

const SIZE = 64;
const HOP = 16;

/** The definition itself: window, then a discrete Fourier transform, bin by bin. */
function transformSlowly(samples: Float32Array, index: number): number[] {
  const window = hannWindow(SIZE);
  return Array.from({ length: SIZE / 2 + 1 }, (_, k) => {
    let re = 0;
    let im = 0;
    for (let i = 0; i < SIZE; i++) {
      const value = (samples[index * HOP - SIZE / 2 + i] ?? 0) * window[i];
      re += value * Math.cos((2 * Math.PI * k * i) / SIZE);
      im -= value * Math.sin((2 * Math.PI * k * i) / SIZE);
    }
    return Math.hypot(re, im);
  });
}

// An odd and an even number of frames: frames are transformed in pairs.
test.each([9 * HOP, 10 * HOP - 3])(
  '%d samples: every frame, in order, is its own Fourier transform',
  (length) => {
    const samples = whiteNoise(length / 1000, 1000).slice(0, length);
    const seen: number[] = [];
    const count = runFrames(samples, { size: SIZE, hop: HOP }, [
      {
        frame(index, magnitude) {
          seen.push(index);
          const expected = transformSlowly(samples, index);
          for (let k = 0; k < expected.length; k++) expect(magnitude[k]).toBeCloseTo(expected[k], 4);
        },
      },
    ]);
    expect(count).toBe(Math.ceil(length / HOP));
    expect(seen).toEqual(Array.from({ length: count }, (_, i) => i));
  },
);

test('every sink sees every frame', () => {
  const counts = [0, 0];
  const sinks = counts.map((_, s) => ({
    frame() {
      counts[s]++;
    },
  }));
  runFrames(new Float32Array(1000), { size: 128, hop: 50 }, sinks);
  expect(counts).toEqual([20, 20]);
});

test('nothing in, no frames out', () => {
  expect(runFrames(new Float32Array(0), { size: 64, hop: 16 }, [])).toBe(0);
});
