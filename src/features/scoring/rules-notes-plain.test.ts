/** Sentences a musician stumbled over: each is said where it is true of the music, and as people speak. */
import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { type Measures, measureTrack } from '#audio/measure.ts';
import { WORDING } from './rules-notes.ts';
import { writeAdvice, writeCategories } from './rules-report.ts';
import { scoreTrack } from './rules-score.ts';
import { describeShape } from './rules-shape.ts';

let song: Measures;
beforeAll(async () => {
  song = await measureTrack(readFileSync('demo/corner-store-gospel.mp3'));
});

function judge(change: Partial<Measures>) {
  const track = describeShape({ ...song, ...change });
  const score = scoreTrack(track);
  const categories = writeCategories(score, track);
  return { categories, advice: writeAdvice(score, track).map(({ text }) => text) };
}

test('AN-2 sitting on the beat is said where hardly an accent is anywhere else', () => {
  const said = (offbeat: number, syncopation: number) =>
    WORDING.syncopation.good(
      offbeat,
      describeShape({ ...song, rhythm: { ...song.rhythm, offbeat, syncopation } }),
    );
  expect(said(0.15, 0.04)).toMatch(/sits on the beat|mark the beat/);
  // A rag: its left hand is on the beat, and nobody would call it that.
  expect(said(0.29, 0.1)).toMatch(/29%/);
  expect(said(0.29, 0.1)).not.toMatch(/sits on|mark the beat/);
  expect(said(0.15, 0.14)).not.toMatch(/sits on|mark the beat/);
  // What half of all rock has is not called syncopated.
  expect(WORDING.offbeat.good(0.22, describeShape(song))).toBeNull();
});

test('AN-2 a snare that strikes between the beats is no syncopation: people would count it as the beat', () => {
  const steps = (pattern: string) => Array.from(pattern, (c) => Number(c) / 9);
  const say = (snare: string) => {
    const rhythm = { ...song.rhythm, offbeat: 0.7, syncopation: 0.5, snare: steps(snare), hat: steps(snare) };
    const track = describeShape({ ...song, rhythm });
    return [WORDING.syncopation.good(0.7, track), WORDING.offbeat.good(0.5, track)];
  };
  const [backbeat, syncopated] = say('1000107010001070');
  expect(backbeat).toMatch(/depends on how you count/);
  expect(syncopated).toBeNull();
  const [dembow, pulls] = say('3007007030070070');
  expect(dembow).toMatch(/70%/);
  expect(pulls).toMatch(/50%/);
});

test('AN-2 a mix is evened out where there is one: not in music without a low end', () => {
  const bands = (sub: number) =>
    song.bands.map((band) => ({
      ...band,
      deviationDb: band.name === 'sub' ? sub : band.name === 'treble' ? -19 : 0,
    }));
  const band = judge({ bands: bands(1) });
  expect(band.advice.join(' ')).toMatch(/Even out the mix: the treble \(5\.7 to 11 kHz\) is 19\.0 dB below/);
  const piano = judge({ bands: bands(-17) });
  expect(piano.advice.join(' ')).not.toMatch(/treble|mix/);
  expect(piano.categories.production.notes).toMatch(/treble.*may be the instrument, not the mix/);
});

test('radio is spoken of to songs', () => {
  for (let i = 0; i < 30; i++) {
    const instrumental = describeShape({ ...song, voiceShare: 0, durationSeconds: 180 + i });
    expect(WORDING.length.good(180, instrumental)).not.toMatch(/radio|single/);
  }
  // Good enough for the score, and no single's length.
  expect(WORDING.length.good(281, describeShape(song))).toBeNull();
});

test('nothing after the loudest part is to drop so that it can rise', () => {
  const sections = [-12, -11, -13].map((lufs, i) => ({
    label: 'verse' as const,
    start: 20 + 20 * i,
    end: 40 + 20 * i,
    lufs,
  })) as Measures['sections'];
  const { advice } = judge({ sections, loudnessRange: 1 });
  expect(advice.join(' ')).not.toMatch(/at 1:00 drop/);
  expect(advice.join(' ')).toMatch(/before 0:40, so that/);
});

test('EN-11 where nothing stands out, two figures are said in a sentence', () => {
  const { categories } = judge({});
  const usual = describeShape({ ...song, durationSeconds: 75, voiceShare: 0, bands: [] });
  const { notes } = writeCategories(scoreTrack(usual), usual).commerciality;
  for (const category of [...Object.values(categories), { notes }])
    expect(category.notes).not.toMatch(/Nothing stands out here:/);
  expect(notes).toMatch(/^The hook is there by \d:\d\d and the track runs 1:15\./);
});
