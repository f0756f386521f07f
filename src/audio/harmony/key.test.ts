import { describe, expect, test } from 'vitest';
import { decimate, PITCH_RATE } from '../decode/decimate.ts';
import { ANALYSIS_RATE } from '../decode/rates.ts';
import { levelScale } from '../rhythm/onsets.ts';
import { runFrames } from '../spectrum/frames.ts';
import { addNote, addTriad, silence } from '../test-music.ts';
import { sine, whiteNoise } from '../test-signals.ts';
import { type Chroma, ChromaSink, PITCH_FRAME, PITCH_HZ_PER_BIN } from './chroma.ts';
import { findKey } from './key.ts';
import { TuningSink } from './tuning.ts';

function listen(samples: Float32Array) {
  const low = decimate(samples);
  const tuner = new TuningSink(PITCH_HZ_PER_BIN);
  runFrames(low, PITCH_FRAME, [tuner]);
  const tuning = tuner.finish();
  const frames = Math.ceil(low.length / PITCH_FRAME.hop);
  const sink = new ChromaSink(frames, tuning.cents, levelScale(low, PITCH_FRAME.size));
  runFrames(low, PITCH_FRAME, [sink]);
  const chroma = sink.finish();
  return { tuning, chroma, key: findKey(chroma) };
}

/** Root and minor of each chord, a second each, round and round. */
function progression(chords: readonly [number, boolean][], seconds: number, cents = 0): Float32Array {
  const out = silence(seconds);
  for (let s = 0; s < seconds; s++) {
    const [root, minor] = chords[s % chords.length];
    addTriad(out, root % 12, minor, s, s + 1, cents);
  }
  return out;
}

describe('key', () => {
  test.each([
    ['C', 0],
    ['F#', 6],
    ['A#', 10],
  ])('I IV V I in %s', (name, tonic) => {
    const chords: [number, boolean][] = [
      [tonic, false],
      [tonic + 5, false],
      [tonic + 7, false],
      [tonic, false],
    ];
    const { key } = listen(progression(chords, 16));
    expect(key.key).toBe(name);
    expect(key.confidence).toBeGreaterThan(0.4);
  });

  test.each([
    ['Am', 9],
    ['F#m', 6],
    ['Dm', 2],
  ])('i VI VII i in %s', (name, tonic) => {
    const chords: [number, boolean][] = [
      [tonic, true],
      [tonic + 8, false],
      [tonic + 10, false],
      [tonic, true],
    ];
    expect(listen(progression(chords, 16)).key.key).toBe(name);
  });

  test('a detuned band keeps its key, and its tuning is told in cents', () => {
    const { key, tuning } = listen(
      progression(
        [
          [2, false],
          [7, false],
          [9, false],
          [2, false],
        ],
        16,
        30,
      ),
    );
    expect(key.key).toBe('D');
    expect(Math.abs(tuning.cents - 30)).toBeLessThanOrEqual(3);
    expect(tuning.confidence).toBeGreaterThan(0.8);
  });

  test('no key in silence, none to trust in noise', () => {
    expect(listen(silence(10)).key).toEqual({ key: '', confidence: 0 });
    expect(listen(whiteNoise(20, ANALYSIS_RATE, 0.3)).key.confidence).toBeLessThan(0.35);
  });
});

describe('chroma', () => {
  const sum = (values: Float32Array): number[] => {
    const out = new Array<number>(12).fill(0);
    values.forEach((v, i) => {
      out[i % 12] += v;
    });
    return out;
  };
  const strongest = (chroma: Chroma['harmony']) => {
    const total = sum(chroma);
    return total.indexOf(Math.max(...total));
  };

  test('every note of two octaves lands on its pitch class, overtones notwithstanding', () => {
    for (let midi = 50; midi < 74; midi++) {
      const out = silence(1.5);
      addNote(out, midi, 0, 1.5, 0.3);
      expect(strongest(listen(out).chroma.harmony)).toBe(midi % 12);
    }
  });

  test('the bass has its own chroma', () => {
    const out = silence(3);
    addNote(out, 40, 0, 3, 0.3);
    addNote(out, 72, 0, 3, 0.3);
    expect(strongest(listen(out).chroma.bass)).toBe(4);
  });
});

test('decimation keeps what lies below 2.2 kHz and drops what would alias', () => {
  const power = (x: Float32Array) => x.slice(100, -100).reduce((a, v) => a + v * v, 0) / (x.length - 200);
  const kept = power(decimate(sine(440, 1, ANALYSIS_RATE)));
  const dropped = power(decimate(sine(PITCH_RATE - 440, 1, ANALYSIS_RATE)));
  expect(kept).toBeCloseTo(0.5, 1);
  expect(dropped).toBeLessThan(1e-5);
});

test('of two keys with one scale, the one phrases start from is home', () => {
  const chords: [number, boolean][] = [
    [9, true],
    [5, false],
    [0, false],
    [7, false],
  ];
  const { chroma } = listen(progression(chords, 17));
  const names = ['Am', 'F', 'C', 'G'];
  const spans = Array.from({ length: 17 }, (_, i) => ({ start: i, end: i + 1, chord: names[i % 4] }));
  expect(findKey(chroma, { chords: spans, phraseStarts: [0, 4, 8, 12], richness: 0.2 }).key).toBe('Am');
  expect(
    findKey(chroma, { chords: spans.slice(0, 15), phraseStarts: [2, 6, 10, 14], richness: 0.2 }).key,
  ).toBe('C');
});

test('one chord found in noise is no key', () => {
  const noise = listen(whiteNoise(10, ANALYSIS_RATE, 0.3)).chroma;
  const chords = [{ start: 0, end: 10, chord: 'Am' }];
  expect(findKey(noise, { chords, phraseStarts: [0], richness: 0.75 }).confidence).toBeLessThan(0.1);
});
