// The album's sheet on real measures of test music: its properties, not its exact figures.
import { beforeAll, expect, test } from 'vitest';
import { measureTrack } from '#audio/measure.ts';
import { encodeMp3 } from '#audio/test-signals.ts';
import { describeWords } from '#features/lyrics/service-words.ts';
import { scoreTrack } from '#features/scoring/rules-score.ts';
import { describeShape } from '#features/scoring/rules-shape.ts';
import { OTHER_LANGUAGE } from '#providers/transcription/trust.ts';
import type { AlbumAnalysis } from './contract-analysis.ts';
import type { AlbumTrack, Three } from './rules-album.ts';
import { analyseAlbum, gradeOf } from './rules-analysis.ts';
import { keySteps, tempoChange } from './rules-keys.ts';
import { arcOf, openerCost } from './rules-sequence.ts';

const NOT_TRIED = { words: [], reason: null };
let songs: Three<AlbumTrack>;

/** A chord under a beat: root in Hz, beats a minute, level 0 to 1. */
async function makeTrack(title: string, root: number, bpm: number, level: number): Promise<AlbumTrack> {
  const rate = 44_100;
  const samples = new Float32Array(rate * 12);
  for (let i = 0; i < samples.length; i++) {
    const t = i / rate;
    const beat = (t * bpm) / 60;
    const chord = [1, 1.26, 1.498].reduce((sum, ratio) => sum + Math.sin(2 * Math.PI * root * ratio * t), 0);
    const kick = Math.exp(-18 * (beat % 1)) * Math.sin(2 * Math.PI * 60 * t);
    samples[i] = level * (0.18 * chord + 0.5 * kick);
  }
  const sound = describeShape(await measureTrack(await encodeMp3([samples], rate)));
  return { title, sound, score: scoreTrack(sound), transcript: NOT_TRIED };
}

beforeAll(async () => {
  songs = [
    await makeTrack('One', 261.6, 90, 0.5),
    await makeTrack('Two', 370, 128, 0.9),
    await makeTrack('Three', 196, 104, 0.7),
  ];
});

const analyse = (tracks: Three<AlbumTrack>) => analyseAlbum(tracks, 'test', { dealCents: 2499 });
const part = (analysis: AlbumAnalysis, id: string) => analysis.parts.find((one) => one.id === id)!;

test('AM-4 the analysis is out of 10, with a part, a song and evidence for each claim', () => {
  const analysis = analyse(songs);
  expect(analysis.overallScore).toBeGreaterThanOrEqual(0);
  expect(analysis.overallScore).toBeLessThanOrEqual(10);
  expect(Object.keys(analysis.songBreakdown)).toEqual(['track1', 'track2', 'track3']);
  expect(analysis.songBreakdown.track2.score).toBe(songs[1].score.overall);
  expect(analysis.albumExperience).not.toBe('');
  expect(analysis.albumDealExplanation).toContain('$24.99');
  for (const { evidence, id } of analysis.parts)
    if (id !== 'sequence') expect(evidence.every(({ ranges }) => ranges.length > 0)).toBe(true);
  expect(analysis.order.steps.every(({ ranges }) => ranges.length === 2)).toBe(true);
});

test('AM-4 AN-3 words count in a song’s score; without any, the reason is said', async () => {
  const measures = songs[0].sound;
  const text = 'go go go go go go go go\n'.repeat(10);
  const lyrics = await describeWords(measures, null, { text, givenBy: 'staff' });
  const sound = describeShape(measures, lyrics);
  const sung: AlbumTrack = { title: 'Sung', sound, score: scoreTrack(sound), transcript: NOT_TRIED };
  const foreign = { words: [], reason: OTHER_LANGUAGE };
  const { track1, track2, track3 } = analyse([
    sung,
    { ...songs[1], transcript: foreign },
    songs[2],
  ]).songBreakdown;
  expect(track1.score).toBe(sung.score.overall);
  expect(track1.score).not.toBe(songs[0].score.overall);
  expect(track1.lyrics).toMatch(/^Lyrics \d+ of 100\. Words given by staff/);
  expect(track2.lyrics).toMatch(
    /^Not transcribed: this does not seem to be sung or spoken in English; .* no lyrics score/,
  );
  expect(track3.lyrics).toMatch(/^Not transcribed: .* no lyrics score/);
});

test('three copies of one track have no variety, one sound and one loudness', () => {
  const copies = analyse([songs[0], songs[0], songs[0]]);
  const different = analyse(songs);
  expect(part(copies, 'variety').score).toBe(0);
  expect(part(different, 'variety').score).toBeGreaterThan(50);
  expect(part(copies, 'cohesion').score).toBe(100);
  expect(part(copies, 'loudness').score).toBe(100);
  expect(part(different, 'loudness').score).toBeLessThan(100);
});

test('a guess at the hook is not told as the single’s hook, nor does its time speak against an opener', () => {
  const hookedAt = (firstAt: number, confidence: number): AlbumTrack => {
    const { sound, ...track } = songs[0];
    const occurrences = [0, 6].map((start) => ({ start, end: start + 2 }));
    const hook = { ...sound.hook, firstAt, confidence, occurrences, likeness: 0.9 };
    return { ...track, sound: { ...sound, hook, shape: { ...sound.shape, hookShare: 0.3 } } };
  };
  const three = (track: AlbumTrack): Three<AlbumTrack> => [track, track, track];
  expect(analyse(three(hookedAt(3, 0.9))).single.notes).toMatch(/after 3 seconds and comes 2 times/);
  expect(analyse(three(hookedAt(3, 0.5))).single.notes).toMatch(/no part of it returns clearly as a hook/);
  expect(openerCost(hookedAt(40, 0.9))).toBeGreaterThan(openerCost(hookedAt(3, 0.9)));
  expect(openerCost(hookedAt(40, 0.5))).toBe(openerCost(hookedAt(3, 0.5)));
});

test('shuffling the tracks changes the notes on the order and nothing else', () => {
  const straight = analyse(songs);
  const shuffled = analyse([songs[2], songs[0], songs[1]]);
  expect(shuffled.overallScore).toBe(straight.overallScore);
  expect(shuffled.albumExperience).toBe(straight.albumExperience);
  expect(shuffled.albumDealExplanation).toBe(straight.albumDealExplanation);
  expect(shuffled.analytics).toEqual(straight.analytics);
  expect(shuffled.single.title).toBe(straight.single.title);
  const bare = (analysis: AlbumAnalysis) => analysis.parts.map(({ evidence, ...rest }) => rest);
  expect(bare(shuffled)).toEqual(bare(straight));
  expect(shuffled.songBreakdown.track1.notes).toBe(straight.songBreakdown.track3.notes);
  expect(shuffled.order.steps).not.toEqual(straight.order.steps);
});

test('the best order is the same music however it was sent, and is recognised when it was sent', () => {
  const { best } = analyse(songs).order;
  const sorted = best.map((place) => songs[place - 1]) as unknown as Three<AlbumTrack>;
  expect(analyse(sorted).order).toMatchObject({ isBest: true, best: [1, 2, 3] });
});

test('a key is said as on the page of a track', () => {
  const sharp = { ...songs[0], sound: { ...songs[0].sound, key: 'F#m' } };
  const { order, parts } = analyse([sharp, songs[1], { ...songs[2], sound: { ...songs[2].sound, key: '' } }]);
  expect(order.steps[0].key).toMatch(/^F♯ minor to /);
  expect(order.steps[1].key).toMatch(/ to no clear key$/);
  expect(parts.find(({ id }) => id === 'sequence')?.notes).toContain('F♯ minor');
});

test('AM-4 a tempo that may be counted either way is said both ways', () => {
  const sound = { ...songs[0].sound, tempoBpm: 95, tempoOctaves: { half: 0, double: 0.2 } };
  const analysis = analyse([{ ...songs[0], sound }, songs[1], songs[2]]);
  expect(analysis.songBreakdown.track1.tempoOtherBpm).toBe(190);
  expect(analysis.order.steps[0].tempo).toMatch(/^95 \(or 190\) to /);
  expect(part(analysis, 'sequence').notes).toContain('95 or 190');
});

test('keys and tempos are compared as on the circle of fifths and in octaves', () => {
  expect(keySteps('C', 'Am')).toBe(0);
  expect(keySteps('C', 'G')).toBe(1);
  expect(keySteps('C', 'F#')).toBe(6);
  expect(keySteps('', 'C')).toBeNull();
  expect(tempoChange(70, 140)).toBeCloseTo(0);
  expect(tempoChange(100, 110)).toBeCloseTo(0.1);
  expect(arcOf([0.2, 0.5, 0.8], [0, 1, 2]).cost).toBe(0);
  expect(arcOf([0.2, 0.5, 0.8], [2, 1, 0]).cost).toBe(1);
  expect([gradeOf(95), gradeOf(60), gradeOf(5)]).toEqual(['A+', 'B-', 'D']);
});
