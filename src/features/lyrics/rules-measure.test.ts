/** Whole texts measured: a rhymed rap, a ballad without rhyme, another language; and what the score makes of them. */
import { beforeAll, describe, expect, test } from 'vitest';
import { type LyricSheet, lyricSheetSchema } from './contract-sheet.ts';
import { type LyricText, measureLyrics, type SungTrack, type WordTools } from './rules-measure.ts';
import { readLyrics } from './rules-paste.ts';
import { loadWordTools } from './service-tools.ts';

let tools: WordTools;
beforeAll(async () => {
  tools = await loadWordTools();
});

const BEAT = 0.5;
const TRACK: SungTrack = {
  beats: Array.from({ length: 400 }, (_, i) => i * BEAT),
  tempoConfidence: 0.9,
  hook: [{ start: 16, end: 24 }],
};

/** A word on every half beat, a line every four seconds. */
function sing(
  text: string,
  options: { approximate?: boolean; exact?: boolean; shift?: number } = {},
): LyricText {
  const { approximate = false, shift = 0 } = options;
  const exact = options.exact ?? !approximate;
  return {
    lines: readLyrics(text).map(({ words, section, opens }, line) => ({
      section,
      opens,
      words: words.map((word, i) => {
        const start = shift + line * 4 + (i * BEAT) / 2;
        return { text: word, start, end: start + BEAT / 2, ...(exact ? { timed: true as const } : {}) };
      }),
    })),
    source: 'artist',
    by: null,
    approximate,
    doubt: null,
    confidence: 0.9,
    language: null,
  };
}
const measure = (text: string, options = {}): LyricSheet => measureLyrics(sing(text, options), TRACK, tools);

const RAP = `[Verse 1]
I walk alone into the city night
the pretty lights are shining far too bright
I hold the weight of water in my hand
and never learned to stay or understand
[Chorus]
saltwater teeth are calling out my name
nobody here will ever be the same
[Verse 2]
a window breaks, the morning takes the rest
my mother said the quiet ones are best
I hit the floor, the door, I want some more
a thousand times I walked along the shore
[Chorus]`;
const BALLAD = `the table stood beside the window
my brother carried heavy lumber
somebody painted all the branches
and nothing happened after supper
hold on until the winter
the garden wakes beneath the frost
a letter from my father
is folded in the kitchen drawer
hold on until the winter
hold on until the winter`;

describe('a text as a whole', () => {
  test('what is stored keeps to the wire', () => {
    expect(() => lyricSheetSchema.parse(measure(RAP))).not.toThrow();
  });

  test('rap: rhymes, scheme, the hook line and where it comes', () => {
    const { measures, lines } = measure(RAP);
    expect(measures.endRhymes).toBe(1);
    expect(measures.scheme).toBe('AABB');
    expect(measures.internalRhymes).toBeGreaterThan(0);
    expect(measures.hookLine).toMatchObject({
      text: 'saltwater teeth are calling out my name',
      times: 2,
      starts: [16, 40],
      inHook: 0.5,
    });
    expect(lines.filter(({ hook }) => hook).map(({ start }) => start)).toEqual([16, 40]);
    expect(lines[0]).toMatchObject({ section: 'Verse 1', opens: true, rhyme: 'A' });
    expect(lines[0].words.at(-1)).toMatchObject({ text: 'night', rhyme: 'A' });
    expect(measure(RAP).language).toBe('en');
  });

  test('a bar later everything is placed and measured the same', () => {
    const drop = ({ hookLine, explicit, ...rest }: LyricSheet['measures']) => rest;
    expect(drop(measure(RAP, { shift: 4 * BEAT }).measures)).toEqual(drop(measure(RAP).measures));
  });

  test('times that are spread over the voice give no pace and no placement', () => {
    const { measures } = measure(RAP, { approximate: true });
    expect(measures).toMatchObject({ onBeat: null, tightness: null, syllableRate: null, paceRange: null });
    expect(measures.endRhymes).toBe(1);
  });

  test('estimated times give a pace but no place against the beat; exact ones give both', () => {
    expect(measure(RAP, { exact: false }).measures).toMatchObject({ onBeat: null, tightness: null });
    expect(measure(RAP, { exact: false }).measures.syllableRate).toBeGreaterThan(3);
    expect(measure(RAP).measures).toMatchObject({ syncopation: 0, tightness: 1 });
  });

  test('another language: no rhymes are claimed, no mood either', () => {
    const { measures, language } = measure(
      'Je suis venu te dire que je m’en vais\net tes larmes n’y pourront rien changer\ncomme dit si bien Verlaine au vent mauvais\nje suis venu te dire que je m’en vais',
    );
    expect(language).toBe('fr');
    expect(measures).toMatchObject({ endRhymes: null, rhymeDensity: null, scheme: null, sentiment: null });
  });

  test('mood and explicit words are described', () => {
    expect(measure('I love this beautiful happy day').measures.sentiment).toBeGreaterThan(0.5);
    expect(measure('I hate this horrible lonely pain').measures.sentiment).toBeLessThan(-0.5);
    const { measures, lines } = measure('what the fuck is this\nclass and grass and cocktails');
    expect(measures.explicit).toEqual({ words: 1, starts: [0.5] });
    expect(lines[0].words[2].explicit).toBe(true);
  });
});

test('numbers for the ballad: no rhyme, and nothing else missing', () => {
  const { measures } = measure(BALLAD);
  expect(measures.endRhymes).toBeLessThan(0.3);
  expect(measures.hookLine?.times).toBe(3);
  expect(measures.vocabulary).toBeGreaterThan(0.6);
  expect(measures.unevenness).toBeLessThan(0.45);
});
