/** The lyrics category: what it makes of rap and ballad, what it leaves alone, and what it says without words. */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Measures, measureTrack } from '#audio/measure.ts';
import { describeWords } from '#features/lyrics/service-words.ts';
import { writeAdvice, writeCategories } from './rules-report.ts';
import { scoreTrack } from './rules-score.ts';
import { describeShape } from './rules-shape.ts';

let song: Measures;
beforeAll(async () => {
  song = await measureTrack(readFileSync('demo/corner-store-gospel.mp3'));
});

const RAP = `[Verse]
I walk alone into the city night
the pretty lights are shining far too bright
I hold the weight of water in my hand
and never learned to stay or understand
[Chorus]
saltwater teeth are calling out my name
nobody here will ever be the same
[Verse]
a window breaks, the morning takes the rest
my mother said the quiet ones are best
I hit the floor, the door, I want some more
a thousand times I walked along the shore
[Chorus]
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
the river moves without a sound
hold on until the winter`;
const POOR = 'go go go go go go go go\n'.repeat(10);

async function judge(text: string | null) {
  const lyrics = await describeWords(song, null, text === null ? null : { text, givenBy: 'artist' });
  const heard = describeShape(song, lyrics);
  const score = scoreTrack(heard);
  return { score, heard, lyrics: writeCategories(score, heard).lyrics, advice: writeAdvice(score, heard) };
}

describe('the score', () => {
  test('a ballad without rhyme is not marked as a failed rap', async () => {
    const [rap, ballad, poor] = await Promise.all([RAP, BALLAD, POOR].map(judge));
    expect(rap.lyrics.score).toBeGreaterThan(80);
    expect(ballad.lyrics.score).toBeGreaterThan(70);
    expect(Number(rap.lyrics.score) - Number(ballad.lyrics.score)).toBeLessThan(25);
    expect(poor.lyrics.score).toBeLessThan(Number(ballad.lyrics.score) - 20);
  });

  test('explicit words and mood cost nothing', async () => {
    const [clean, rude] = await Promise.all(
      [RAP, RAP.replace('mother', 'bitches').replace('quiet', 'fucking')].map(judge),
    );
    expect(rude.lyrics.score).toBe(clean.lyrics.score);
    expect(rude.lyrics.notes).toMatch(/explicit label \(2 words\)/);
    expect(clean.lyrics.notes).not.toMatch(/explicit/);
  });

  test('AN-2 notes say whose words they are, evidence has moments, advice has a gain', async () => {
    const { lyrics, advice } = await judge(BALLAD);
    expect(lyrics.notes).toMatch(/^Words given by the artist, their times spread over the voice\./);
    expect(lyrics.confidence).toBeGreaterThan(0.4);
    expect(lyrics.evidence?.some(({ ranges }) => ranges?.length)).toBe(true);
    const poor = await judge(POOR);
    expect(poor.advice.some(({ category, gain }) => category === 'lyrics' && gain > 0)).toBe(true);
    for (const { text } of advice) expect(text).not.toMatch(/undefined|NaN/);
    expect(lyrics.notes).not.toMatch(/winter|table/);
  });
});

describe('without words', () => {
  test('AN-3 no score, no confidence, said, and left out of the overall score', async () => {
    const { lyrics, score, heard } = await judge(null);
    expect(lyrics).toEqual({
      score: null,
      confidence: 0,
      notes:
        'Not transcribed: no words could be made out with enough certainty. So there is no lyrics score, and the overall score leaves it out.',
    });
    const { notes } = writeCategories(score, heard, null, 'Nobody sings or speaks in this track.').lyrics;
    expect(notes).toMatch(
      /^Not transcribed: nobody sings or speaks in this track\. So there is no lyrics score/,
    );
    expect(score.categories.lyrics.score).toBeNull();
    expect((await judge(POOR)).score.overall).toBeLessThan(score.overall);
  });

  test('a handful of words is not judged, and said to be too few', async () => {
    const { lyrics } = await judge('hold on to me\nhold on');
    expect(lyrics).toMatchObject({ score: null, confidence: 0 });
    expect(lyrics.notes).toMatch(/6 words in 2 lines: too few to judge/);
  });
});
