// The pure parts of the embedded transcriber: where tracks are cut, where words are put, what is believed.
import { describe, expect, test } from 'vitest';
import { cutWindows, LEVEL_STEP } from './cut-windows.ts';
import { joinTokens } from './join-tokens.ts';
import { keepCentre } from './keep-centre.ts';
import { goesInCircles, rateTokens } from './model.ts';
import { placeWords } from './place-words.ts';
import {
  decideTranscript,
  type HeardWindow,
  isStrange,
  isTrusted,
  OTHER_LANGUAGE,
  UNCLEAR,
} from './trust.ts';

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

test('what both channels share is kept as it is, what one has alone steps back', () => {
  const tone = (hz: number) =>
    Float32Array.from({ length: 16_000 }, (_, i) => 0.3 * Math.sin((2 * Math.PI * hz * i) / 16_000));
  const [voice, guitar] = [tone(440), tone(1500)];
  const strength = (sound: Float32Array, of: Float32Array) =>
    sound.reduce((sum, value, i) => sum + value * of[i], 0) /
    of.reduce((sum, value) => sum + value * value, 0);
  const centre = keepCentre(
    voice.map((value, i) => value + guitar[i]),
    voice,
  );
  expect(strength(centre, voice)).toBeCloseTo(1, 1);
  expect(Math.abs(strength(centre, guitar))).toBeLessThan(0.05);
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
  const sentence = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
  expect(goesInCircles([...sentence, ...sentence, ...sentence])).toBe(true);
  expect(goesInCircles([...sentence, ...sentence])).toBe(false);
});

test('a phrase in a loop is no surer than its first turn', () => {
  const loop = Array.from({ length: 6 }, () => [5, 6, 7, 8]).flat();
  const logProbs = loop.map((_, i) => (i < 4 ? -1.5 : -0.01));
  expect(rateTokens(loop, [...logProbs, -0.1])).toBeLessThan(-0.8);
  // A refrain that was understood stays so, and doubt at its end is not forgotten.
  expect(rateTokens(loop, [...loop.map(() => -0.1), -0.1])).toBeCloseTo(-0.1);
  expect(rateTokens([1, 2, 3], [-0.1, -0.1, -0.1, -0.9])).toBeCloseTo(-0.3);
  expect(rateTokens(loop, [...loop.map((_, i) => (i < 4 ? -0.1 : -0.6)), -0.1])).toBeLessThan(-0.4);
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
    expect(isTrusted(heard(LINE, { meanLogProb: -0.6 }))).toBe(false);
    expect(isTrusted(heard(LINE, { complete: false }))).toBe(false);
    expect(isTrusted(heard('Oh'))).toBe(false);
    expect(isTrusted(heard('Thank you all', { end: 2 }))).toBe(false);
    expect(isStrange(heard(LINE, { meanLogProb: -0.9 }))).toBe(true);
    expect(isStrange(heard(LINE, { meanLogProb: -0.4, complete: false }))).toBe(false);
    expect(isStrange(heard(LINE, { meanLogProb: -0.55 }))).toBe(false);
  });

  test('AN-3 a track of which too little is trusted has no words', () => {
    const bad = heard(LINE, { meanLogProb: -0.75 });
    const mostly = decideTranscript([heard(LINE), heard(LINE), bad], 'test 1');
    expect(mostly).toMatchObject({ language: 'en', reason: null });
    expect(mostly.words).toHaveLength(34);
    const hardly = decideTranscript([heard(LINE), bad, bad, bad, bad], 'test 1');
    expect(hardly).toMatchObject({ words: [], language: null });
    expect(hardly.reason).toMatch(/certainty/);
    expect(decideTranscript([], 'test 1').reason).toMatch(/certainty/);
  });

  test('AN-3 another language is said to be so: by how little of it is English to the model, never on a few seconds', () => {
    const sure = (...means: number[]) =>
      decideTranscript(
        means.map((meanLogProb) => heard(LINE, { meanLogProb })),
        'test 1',
      ).reason;
    expect(sure(-1.1, -1.4, -0.9)).toBe(OTHER_LANGUAGE);
    expect(sure(-0.6, -0.57, -1.4)).toBe(UNCLEAR);
    // Half of a track may be no speech at all.
    expect(sure(-0.6, -0.5, -1.6, -1.7)).toBe(UNCLEAR);
    expect(sure(-1.3)).toBe(UNCLEAR);
    const given = heard(LINE, { meanLogProb: -0.2, complete: false });
    expect(decideTranscript([given, given], 'test 1').reason).toBe(UNCLEAR);
  });

  test('AN-3 EN-2 a word is shown if it is sure and those around it are; a window with two of them shows none', () => {
    const doubt = (at: readonly number[], confidence: number, meanLogProb = -0.3) =>
      heard(LINE, {
        meanLogProb,
        words: heard(LINE).words.map((word, i) => (at.includes(i) ? { ...word, confidence } : word)),
      });
    const shown = (window: HeardWindow) =>
      decideTranscript([window], 'test 1')
        .words.map(({ text }) => text)
        .join(' ');
    expect(shown(doubt([3], 0.55))).toBe(LINE.replace('down ', ''));
    // One that is as good as guessed takes its neighbours with it.
    expect(shown(doubt([3], 0.2))).toBe(LINE.replace('were walking down the river ', ''));
    const most = Array.from({ length: 14 }, (_, i) => i);
    expect(shown(doubt(most, 0.5))).toBe('');
    // A window that is clear on the whole is shown whole.
    expect(shown(doubt([3], 0.4, -0.15))).toBe(LINE);
  });

  test('AN-3 EN-2 a word that is half sure is shown if three words in a row with it are heard in another window too', () => {
    const doubt = (text: string, confidence: number) =>
      heard(text, {
        meanLogProb: -0.4,
        words: heard(text).words.map((word) => ({ ...word, confidence })),
      });
    const shown = (...windows: HeardWindow[]) =>
      decideTranscript(windows, 'test 1')
        .words.map(({ text }) => text)
        .join(' ');
    const [verse, chorus] = ['some other words before it', 'oh take me home tonight'];
    const back = heard('And take me Home, dear friend', { meanLogProb: -1 });
    expect(shown(doubt(verse, 0.5), doubt(chorus, 0.5), back)).toBe('take me home');
    expect(shown(doubt(verse, 0.5), doubt(chorus, 0.45), back)).toBe('');
    // Twice in one window is the model's own circle.
    expect(shown(doubt(`${chorus} ${chorus}`, 0.5))).toBe('');
    expect(shown(doubt(chorus, 0.5), heard('take me away from home', { meanLogProb: -1 }))).toBe('');
  });

  test('AN-3 trusted words that are nothing like English are another language too', () => {
    const spanish =
      'la noche es larga y el camino no termina nunca quiero volver a mi casa antes de que salga el sol dime si me quieres';
    expect(decideTranscript([heard(spanish)], 'test 1')).toMatchObject({ words: [], reason: OTHER_LANGUAGE });
    expect(decideTranscript([heard(LINE)], 'test 1').reason).toBeNull();
  });
});
