import { describe, expect, test } from 'vitest';
import type { Rhythm } from '../rhythm/rhythm.ts';
import { isCountedTwice } from '../rhythm/tactus.ts';
import { guessGenre } from './genre.ts';

const strokes = (pattern: string) => Array.from(pattern, (c) => (c === '.' ? 0 : Number(c) / 9));

function rhythm(kick: string, snare: string, hat: string, attack = 0.03): Rhythm {
  return {
    kick: strokes(kick),
    snare: strokes(snare),
    hat: strokes(hat),
    stepsPerBar: 16,
    consistency: 0.9,
    offbeat: 0.2,
    syncopation: 0.1,
    density: 16,
    attack,
    bars: 20,
  };
}
const tempo = (bpm: number, confidence = 1) => ({ bpm, halfTime: bpm / 2, doubleTime: bpm * 2, confidence });
const straight = { eighths: 50, sixteenths: 50 };

describe('genre', () => {
  test.each([
    ['Dancehall', 98, rhythm('9...8...9...8...', '4..9..9.4..9..9.', '3.3.3.9.3.3.3.9.'), straight],
    ['Hip Hop', 140, rhythm('9.....7...8.....', '5.......9.......', '5.3.5.3.9.3.5.3.'), straight],
    [
      'Hip Hop',
      90,
      rhythm('9......5..8.....', '4...9.......9...', '4.3.9.3.4.3.9.3.', 0.04),
      { eighths: 50, sixteenths: 59 },
    ],
    [
      'R&B',
      68,
      rhythm('9......4..7.....', '4...8.......8...', '3.3.8.3.3.3.8.3.', 0.02),
      { eighths: 50, sixteenths: 57 },
    ],
    [
      'R&B',
      84,
      rhythm('9.....4..68.....', '4...8..2.2..8...', '3.3.8.3.3.3.8.3.', 0.028),
      { eighths: 50, sixteenths: 63 },
    ],
    ['Pop', 124, rhythm('9...9...9...9...', '5...9...5...9...', '3.6.9.6.3.6.9.6.'), straight],
    ['Pop', 108, rhythm('9.......9.6.....', '4...9...4...9...', '5.4.9.4.5.4.9.4.'), straight],
  ] as const)('%s at %d BPM', (genre, bpm, pattern, swing) => {
    const guess = guessGenre({ tempo: tempo(bpm), rhythm: pattern, swing });
    expect(guess.genre).toBe(genre);
    expect(guess.confidence).toBeGreaterThan(0.4);
    expect(guess.reasons).toContain(`${bpm} BPM`);
  });

  test('no steady beat, no genre', () => {
    const guess = guessGenre({
      tempo: tempo(100, 0.1),
      rhythm: rhythm('9...', '....9', '9'),
      swing: straight,
    });
    expect(guess).toMatchObject({ genre: 'Other', reasons: ['no steady beat to judge by'] });
  });

  test('drums spread evenly belong to none of the styles', () => {
    const even = rhythm('5555555555555555', '5555555555555555', '5555555555555555');
    expect(guessGenre({ tempo: tempo(120), rhythm: even, swing: straight }).genre).toBe('Other');
  });

  describe('outside of what is known', () => {
    const pop = {
      tempo: tempo(108),
      rhythm: rhythm('9.......9.6.....', '4...9...4...9...', '5.4.9.4.5.4.9.4.'),
      swing: straight,
    };
    const sub = (deviationDb: number) => [{ name: 'sub' as const, deviationDb }];
    const sure = (voiceShare: number, deviationDb: number) =>
      guessGenre(pop, { voiceShare, voiceRate: 2.2, bands: sub(deviationDb) });

    test('AN-7 the same drums are sure with a voice and a low end, a guess without either, nothing without both', () => {
      expect(sure(0.6, 4)).toMatchObject({ genre: 'Pop' });
      expect(sure(0.6, 4).confidence).toBeGreaterThanOrEqual(0.7);
      expect(sure(0.05, 4).confidence).toBeLessThan(0.6);
      expect(sure(0.05, 4).reasons).toContain('hardly a voice');
      expect(sure(0.6, -4).confidence).toBeLessThan(0.6);
      expect(sure(0.6, -4).reasons).toContain('a light low end');
      expect(sure(0.05, -4).genre).toBe('Other');
    });

    test('certainty has no cliff: a hundredth of a voice or a tenth of a dB moves it by little', () => {
      for (let i = 0; i < 100; i++) {
        expect(Math.abs(sure(i / 100, 4).confidence - sure((i + 1) / 100, 4).confidence)).toBeLessThan(0.03);
        const db = -6 + i / 10;
        expect(Math.abs(sure(0.6, db).confidence - sure(0.6, db + 0.1).confidence)).toBeLessThan(0.03);
      }
    });

    test('rock counted at twice its speed is no trap: its hats do not run', () => {
      const half = rhythm('9.....7...8.....', '5.......9.......', '5.3.5.3.9.3.5.3.');
      const guess = (density: number) =>
        guessGenre({ tempo: tempo(150), rhythm: { ...half, density }, swing: straight });
      expect(guess(18)).toMatchObject({ genre: 'Hip Hop' });
      expect(guess(10).genre).toBe('Other');
    });
  });

  test('fast words tip a swung backbeat to hip hop, slow ones to R&B', () => {
    const between = rhythm('9......5..8.....', '4...9.......9...', '4.3.9.3.4.3.9.3.', 0.0325);
    const input = { tempo: tempo(88), rhythm: between, swing: { eighths: 50, sixteenths: 61 } };
    expect(guessGenre(input, { voiceShare: 0.6, voiceRate: 6 }).genre).toBe('Hip Hop');
    expect(guessGenre(input, { voiceShare: 0.6, voiceRate: 2 }).genre).toBe('R&B');
  });
});

describe('counting level', () => {
  const halfTime = rhythm('9.....7...8.....', '5.......9.......', '5.3.5.3.9.3.5.3.');

  test('half-time drums keep their tempo when straight and busy', () => {
    expect(isCountedTwice({ bpm: 140, evenness: 0.8 }, halfTime, straight)).toBe(false);
  });

  test('a light swing between beats, or hardly a stroke in a bar, gives a slow song away', () => {
    expect(isCountedTwice({ bpm: 132, evenness: 0.8 }, halfTime, { eighths: 57, sixteenths: 50 })).toBe(true);
    expect(isCountedTwice({ bpm: 132, evenness: 0.8 }, { ...halfTime, density: 10 }, straight)).toBe(true);
  });

  test('a backbeat is never halved', () => {
    const backbeat = rhythm('9.......9.......', '....9.......9...', '5.5.9.5.5.5.9.5.');
    expect(isCountedTwice({ bpm: 132, evenness: 0.8 }, backbeat, { eighths: 57, sixteenths: 50 })).toBe(
      false,
    );
  });
});
