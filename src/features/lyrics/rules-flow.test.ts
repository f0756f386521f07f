/** Pace and placement on a grid that is known: on the beat, between beats, by chance, and moved as a whole. */
import { describe, expect, test } from 'vitest';
import { seededRandom } from '#audio/test-signals.ts';
import { measurePace, phaseOf, placeWords, type TimedWord } from './rules-flow.ts';

/** 120 BPM, 64 beats. */
const BEAT = 0.5;
const BEATS = Array.from({ length: 65 }, (_, i) => i * BEAT);
const at = (offset: number, count = 32) =>
  Array.from({ length: count }, (_, i) => ({ start: (i + offset) * BEAT }));

test('the phase of a time in its beat; none outside the beats', () => {
  expect(phaseOf(BEATS, 1.25)).toBeCloseTo(0.5);
  expect(phaseOf(BEATS, -0.1)).toBeNull();
  expect(phaseOf(BEATS, 32)).toBeNull();
  expect(phaseOf([], 1)).toBeNull();
});

describe('placement', () => {
  test('every word on a beat', () => {
    expect(placeWords(at(0), BEATS)).toEqual({ onBeat: 1, syncopation: 0, tightness: 1 });
  });

  test('every word half-way between beats', () => {
    expect(placeWords(at(0.5), BEATS)).toEqual({ onBeat: 0, syncopation: 0, tightness: 1 });
  });

  test('every word on the sixteenths between', () => {
    expect(placeWords(at(0.25), BEATS)).toEqual({ onBeat: 0, syncopation: 1, tightness: 1 });
  });

  test('triplets are as tight as sixteenths', () => {
    expect(placeWords(at(1 / 3), BEATS)?.tightness).toBe(1);
  });

  test('words at any time have next to no tightness, and a quarter of them lie on a beat', () => {
    const random = seededRandom(3);
    const words = Array.from({ length: 2000 }, () => ({ start: random() * 31.9 }));
    const found = placeWords(words, BEATS)!;
    expect(found.tightness).toBeLessThan(0.08);
    expect(found.onBeat).toBeGreaterThan(0.2);
    expect(found.onBeat).toBeLessThan(0.3);
  });

  test('everything a bar later is placed the same', () => {
    const random = seededRandom(8);
    const words = Array.from({ length: 60 }, () => ({ start: 1 + random() * 20 }));
    const later = words.map(({ start }) => ({ start: start + 4 * BEAT }));
    expect(placeWords(later, BEATS)).toEqual(placeWords(words, BEATS));
  });

  test('too few words are not placed', () => {
    expect(placeWords(at(0, 15), BEATS)).toBeNull();
  });
});

/** Lines of eight syllables at a pace, with a pause after each. */
function lines(count: number, rate: number, from = 0): TimedWord[][] {
  return Array.from({ length: count }, (_, line) =>
    Array.from({ length: 8 }, (_, i) => {
      const start = from + line * (8 / rate + 1) + i / rate;
      return { text: 'la', start, end: start + 1 / rate, syllables: 1 };
    }),
  );
}

describe('pace', () => {
  test('syllables a second while words are sung: pauses do not count', () => {
    const pace = measurePace([lines(4, 4)]);
    expect(pace?.rate).toBeCloseTo(4);
    expect(pace?.steadiness).toBeCloseTo(1);
    expect(pace?.range).toBeNull();
  });

  test('a verse twice as fast is a change, where it starts', () => {
    const pace = measurePace([lines(4, 3), lines(4, 6, 30), lines(4, 6.2, 60)]);
    expect(pace?.changes).toEqual([30]);
    expect(pace?.range).toBeCloseTo(6.2 / 3);
    expect(pace?.steadiness).toBeLessThan(0.8);
  });

  test('no line long enough, no pace', () => {
    expect(measurePace([[[{ text: 'oh', start: 0, end: 1, syllables: 1 }]]])).toBeNull();
  });
});
