// The pure parts of the embedded transcriber: where tracks are cut, where words are put, what is believed.
import { describe, expect, test } from 'vitest';
import { cutWindows, LEVEL_STEP } from './cut-windows.ts';
import { goesInCircles } from './model.ts';
import { joinTokens, placeWords } from './place-words.ts';
import { decideTranscript, type HeardWindow, isFarBelow, isTrusted } from './trust.ts';

/** Levels of a track that is loud, with quiet stretches. */
function levelsWith(seconds: number, quiet: [number, number][]): Float32Array {
  return Float32Array.from({ length: Math.round(seconds / LEVEL_STEP) }, (_, i) =>
    quiet.some(([from, to]) => i * LEVEL_STEP >= from && i * LEVEL_STEP < to) ? -60 : -20,
  );
}

describe('windows', () => {
  test('cover the voice, do not overlap, and are never too long', () => {
    const voice = [
      { start: 3, end: 45 },
      { start: 46, end: 50 },
      { start: 90, end: 91 },
    ];
    const windows = cutWindows(voice, levelsWith(120, []), 120);
    for (const [i, { start, end }] of windows.entries()) {
      expect(end - start).toBeLessThanOrEqual(10 + 1e-6);
      expect(start).toBeGreaterThanOrEqual(i > 0 ? windows[i - 1].end : 0);
    }
    const covered = windows.reduce((sum, { start, end }) => sum + end - start, 0);
    expect(covered).toBeGreaterThan(47);
    expect(windows.some(({ start }) => start > 55 && start < 89)).toBe(false);
  });

  test('are cut where it is quiet', () => {
    const [first] = cutWindows([{ start: 0, end: 20 }], levelsWith(20, [[5.2, 5.6]]), 20);
    expect(first.end).toBeGreaterThan(5.2);
    expect(first.end).toBeLessThan(5.6);
  });
});

describe('words in a window', () => {
  const word = (text: string) => ({ text, confidence: 0.9 });

  test('stand in order, within the window, and not in its silence', () => {
    const levels = levelsWith(6, [
      [0, 1],
      [2.5, 4],
      [5.5, 6],
    ]);
    const words = placeWords([word('Hold'), word('on,'), word('tomorrow'), word('comes.')], levels, 100);
    expect(words.map(({ text }) => text)).toEqual(['Hold', 'on,', 'tomorrow', 'comes.']);
    expect(words[0].start).toBeCloseTo(101, 1);
    expect(words[1].end).toBeCloseTo(102.5, 1);
    expect(words[2].start).toBeCloseTo(104, 1);
    expect(words[3].end).toBeCloseTo(105.5, 1);
    // Three syllables take longer than one.
    expect(words[2].end - words[2].start).toBeGreaterThan(words[3].end - words[3].start);
  });

  test('more words than there is sound for still have times in order', () => {
    const words = placeWords(
      Array.from({ length: 50 }, () => word('go')),
      levelsWith(1, [[0.1, 1]]),
      0,
    );
    for (const [i, { start, end }] of words.entries()) {
      expect(end).toBeGreaterThanOrEqual(start);
      expect(start).toBeGreaterThanOrEqual(i > 0 ? words[i - 1].start : 0);
      expect(end).toBeLessThanOrEqual(1.05);
    }
  });

  test('are joined from pieces, with the certainty of all of them', () => {
    // ▁Hel lo ▁world in the vocabulary of LLaMA, and a mark beyond it.
    const { length } = joinTokens({ ids: [32_700], logProbs: [-0.1] });
    expect(length).toBe(0);
    const words = joinTokens({ ids: [15_043, 3186], logProbs: [-0.2, Math.log(0.5)] });
    expect(words).toEqual([
      { text: 'Hello', confidence: 0.82 },
      { text: 'world', confidence: 0.5 },
    ]);
  });
});

test('going in circles is noticed, a refrain is not', () => {
  const phrase = [5, 6, 7];
  expect(goesInCircles([1, 2, ...phrase, ...phrase, ...phrase, ...phrase, ...phrase])).toBe(true);
  expect(goesInCircles([9, 9, 9, 9, 9])).toBe(true);
  expect(goesInCircles([1, 2, ...phrase, ...phrase, 8, ...phrase, ...phrase])).toBe(false);
});

describe('trust', () => {
  const LINE = 'we were walking down the river with the morning in our eyes and nothing left to say';
  const heard = (text: string, change: Partial<HeardWindow> = {}): HeardWindow => ({
    start: 0,
    end: 8,
    meanLogProb: -0.1,
    complete: true,
    words: text
      .split(' ')
      .filter(Boolean)
      .map((word, i) => ({ text: word, start: i * 0.3, end: i * 0.3 + 0.2, confidence: 0.9 })),
    ...change,
  });

  test('AN-3 a window the model is unsure of, stopped in, or hears one stray word in is not shown', () => {
    expect(isTrusted(heard(LINE))).toBe(true);
    expect(isTrusted(heard(LINE, { meanLogProb: -0.4 }))).toBe(false);
    expect(isTrusted(heard(LINE, { complete: false }))).toBe(false);
    expect(isTrusted(heard('Oh'))).toBe(false);
    expect(isFarBelow(heard(''))).toBe(true);
    expect(isFarBelow(heard(LINE, { meanLogProb: -0.4 }))).toBe(false);
  });

  test('AN-3 a track of which too little is trusted has no words', () => {
    const bad = heard(LINE, { meanLogProb: -0.9 });
    const mostly = decideTranscript([heard(LINE), heard(LINE), bad], 'test 1');
    expect(mostly).toMatchObject({ language: 'en', reason: null });
    expect(mostly.words).toHaveLength(34);
    const hardly = decideTranscript([heard(LINE), bad, bad, bad, bad], 'test 1');
    expect(hardly).toMatchObject({ words: [], language: null });
    expect(hardly.reason).toMatch(/certainty/);
    expect(decideTranscript([], 'test 1').reason).toMatch(/certainty/);
  });

  test('AN-3 another language is said to be so', () => {
    const spanish =
      'la noche es larga y el camino no termina nunca quiero volver a mi casa antes de que salga el sol dime si me quieres';
    const { words, reason } = decideTranscript([heard(spanish, { meanLogProb: -0.6 })], 'test 1');
    expect(words).toEqual([]);
    expect(reason).toBe('The words do not seem to be English; this site transcribes English only.');
    expect(decideTranscript([heard(spanish)], 'test 1').reason).toMatch(/English only/);
    expect(decideTranscript([heard(LINE, { meanLogProb: -0.6 })], 'test 1').reason).toMatch(/certainty/);
  });
});
