import { expect, test } from 'vitest';
import type { Analysis, Evidence } from './contract.ts';
import { markTone, pickMoments, readTimestamp, splitAdvice, splitTimes } from './rules-moments.ts';

const evidence = (id: string, mark: number, start?: number): Evidence => ({
  id,
  measure: id,
  value: '1',
  mark,
  ...(start === undefined ? {} : { ranges: [{ start, end: start + 2 }] }),
});

function analysisWith(found: Evidence[]): Analysis {
  const empty = { score: 50, notes: '' };
  return {
    engineVersion: '1',
    summary: '',
    recommendations: [],
    commerciality: empty,
    flow: empty,
    lyrics: empty,
    production: { ...empty, evidence: found },
    measures: { durationSeconds: 100, integratedLufs: null, loudnessRange: null, truePeakDb: null },
  };
}

test('RE-3 what is not good is shown, each measure once, in the order it is heard', () => {
  const found = [
    evidence('fine', 0.9, 5),
    evidence('clip', 0.1, 50),
    evidence('clip', 0.1, 50),
    evidence('nowhere', 0),
    evidence('dull', 0.7, 20),
  ];
  expect(pickMoments(analysisWith(found))).toEqual([
    { at: 20, label: 'dull: 1', tone: 'warm' },
    { at: 50, label: 'clip: 1', tone: 'hot' },
  ]);
  const many = Array.from({ length: 20 }, (_, index) => evidence(`m${index}`, index / 40, 100 - index));
  expect(pickMoments(analysisWith(many)).map(({ at }) => at)).toEqual([96, 97, 98, 99, 100]);
});

test('RE-3 the hook has its place among the moments', () => {
  const analysis = analysisWith([evidence('clip', 0.1, 50)]);
  const measures = { ...analysis.measures, hook: { start: 18.2, end: 33 } };
  expect(pickMoments({ ...analysis, measures })[0]).toEqual({ at: 18.2, label: 'hook', tone: 'good' });
  // Without evidence of its time it is a guess.
  const commerciality = { ...analysis.commerciality, evidence: [] };
  expect(pickMoments({ ...analysis, measures, commerciality }).map(({ at }) => at)).toEqual([50]);
});

test('RE-3 a mark has the band its note was written for', () => {
  expect([1, 0.8, 0.79, 0.6, 0.59, undefined].map(markTone)).toEqual([
    'good',
    'good',
    'warm',
    'warm',
    'hot',
    'good',
  ]);
});

test('RE-3 times in a sentence are found, the length and those past it are not', () => {
  expect(splitTimes('Worst between 1:54 and 2:03.', 200)).toEqual([
    { text: 'Worst between ' },
    { text: '1:54', seconds: 114 },
    { text: ' and ' },
    { text: '2:03', seconds: 123 },
    { text: '.' },
  ]);
  expect(splitTimes('A ratio of 4:30 in 0:10', 60)).toEqual([
    { text: 'A ratio of 4:30 in ' },
    { text: '0:10', seconds: 10 },
  ]);
  expect(splitTimes('0:34 long.', 34.6)).toEqual([{ text: '0:34 long.' }]);
  expect(splitTimes('No time, 12:34:56 and 1:7', 9999)).toEqual([{ text: 'No time, 12:34:56 and 1:7' }]);
});

test('RE-3 advice is cut into what to do, why, and the gain', () => {
  expect(splitAdvice('Pull the limiter back: samples are cut off at 2:55. (up to +2.3 points)')).toEqual({
    lead: 'Pull the limiter back:',
    rest: 'samples are cut off at 2:55.',
    gain: 'up to +2.3 points',
  });
  expect(splitAdvice('Shorten the intro.')).toEqual({ lead: 'Shorten the intro.', rest: '', gain: null });
  expect(splitAdvice('Set it to -1.0 dBTP. It distorts.').lead).toBe('Set it to -1.0 dBTP.');
});

test('RE-3 a soundbite time is read in the ways it may be written', () => {
  expect(['0:58', '0:58-1:13', '58 s', '58', 'the hook'].map(readTimestamp)).toEqual([58, 58, 58, 58, null]);
});
