import { expect, test } from 'vitest';
import type { Analysis, Evidence } from './contract.ts';
import {
  findHook,
  listChannels,
  listChecks,
  listSections,
  sayConfidence,
  sayGenreHeard,
  sayMeasures,
} from './rules-display.ts';
import { readinessScore } from './rules-readiness.ts';
import { sayKey } from './rules-wording.ts';

const category = (score: number | null) => ({ score, notes: 'A note.' });
const analysis = (change: Partial<Analysis> = {}): Analysis => ({
  engineVersion: '1',
  summary: 'A song.',
  recommendations: [],
  commerciality: category(74),
  flow: category(81),
  lyrics: category(null),
  production: category(58),
  measures: { durationSeconds: 221.4, integratedLufs: -13.84, loudnessRange: 5, truePeakDb: -1 },
  ...change,
});

test('RE-2 readiness is floor(80 + score/100*18), and 80 without a score', () => {
  expect([0, 5, 6, 50, 74, 100].map(readinessScore)).toEqual([80, 80, 81, 89, 93, 98]);
  expect(readinessScore(null)).toBe(80);
  expect(readinessScore(undefined)).toBe(80);
  for (let raw = 0; raw <= 100; raw++) expect(readinessScore(raw)).toBe(Math.floor(80 + (raw / 100) * 18));
});

test('RE-3 the four categories are always there, the others where present, in one order', () => {
  expect(listChannels(analysis()).map(({ id }) => id)).toEqual([
    'commerciality',
    'flow',
    'lyrics',
    'production',
  ]);
  const full = analysis({ replayValue: category(70), hookStrength: category(88) });
  expect(listChannels(full).map(({ id, shown }) => [id, shown])).toEqual([
    ['commerciality', 93],
    ['flow', 94],
    ['lyrics', null],
    ['production', 90],
    ['hookStrength', 95],
    ['replayValue', 92],
  ]);
});

test('LR-1 what somebody with a minute asks is checked against its own measurement, and not said without one', () => {
  const say = (seconds: number) => `${seconds} s`;
  expect(listChecks(analysis(), say)).toEqual([{ ok: false, words: 'No hook found' }]);
  const found = (hook: number, clipping: number, voiceShare: number) => {
    const evidence = (id: string, mark: number) => [{ id, measure: '', value: '', mark }];
    return listChecks(
      analysis({
        commerciality: { ...category(70), evidence: evidence('timeToHook', hook) },
        production: { ...category(70), evidence: evidence('clipping', clipping) },
        measures: { ...analysis().measures, voiceShare, hook: { firstAt: 50 } },
      }),
      say,
    );
  };
  expect(found(1, 1, 0.59)).toEqual([
    { ok: true, words: 'Hook by 50 s' },
    { ok: true, words: 'No clipping' },
    { ok: true, words: 'Voice 59%' },
  ]);
  expect(found(0.5, 0.9, 0.01).map(({ ok, words }) => `${ok} ${words}`)).toEqual([
    'false Hook by 50 s',
    'false Clipping',
    'true No voice',
  ]);
});

test('LR-1 RE-3 a hook that was not judged is a guess: no tick, no marker, no section of its own', () => {
  const sections = [
    { start: 0, end: 40, label: 'intro' },
    { start: 40, end: 80, label: 'chorus' },
  ];
  const measures = { ...analysis().measures, sections, hook: { firstAt: 50, start: 50, end: 70 } };
  const shown = (evidence: Evidence[] | undefined) => {
    const one = analysis({ measures, commerciality: { ...category(70), evidence } });
    const marked = listSections(one).filter(({ isHook }) => isHook);
    return [listChecks(one, String)[0].words, findHook(one)?.start, marked.length];
  };
  expect(shown([])).toEqual(['Hook uncertain', undefined, 0]);
  const judged = { id: 'timeToHook', measure: 'Hook within', value: '50 seconds', mark: 1 };
  expect(shown([judged])).toEqual(['Hook by 50', 50, 1]);
  // Before there was evidence, whatever was found was the hook.
  expect(shown(undefined)).toEqual(['Hook by 50', 50, 1]);
});

test('RE-3 measures are said with how sure they are, and left out where there are none', () => {
  const time = (seconds: number) =>
    `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;
  expect(sayMeasures(analysis(), time)).toEqual(['Engine 1', '3:41', '-13.8 LUFS']);
  const measures = {
    ...analysis().measures,
    ...{ tempoBpm: 109.7, tempoConfidence: 0.9, key: 'Fm', keyConfidence: 0.6, sections: 'none' },
  };
  expect(sayMeasures(analysis({ measures }), time)).toEqual([
    'Engine 1',
    '3:41',
    '110 BPM (sure)',
    'F minor (fairly sure)',
    '-13.8 LUFS',
  ]);
  expect(listSections(analysis({ measures }))).toEqual([]);
});

test('RE-3 a tempo that may be counted at half or double speed is said both ways, and never as sure', () => {
  const say = (tempoBpm: number, tempoOctaves: unknown, tempoConfidence = 0.9) => {
    const measures = { ...analysis().measures, tempoBpm, tempoConfidence, tempoOctaves };
    return sayMeasures(analysis({ measures }), String)[2];
  };
  expect(say(95, { half: 0, double: 0.19 })).toBe('95 or 190 BPM, as you count');
  expect(say(95, { half: 0, double: 0.19 }, 0.5)).toBe('95 or 190 BPM, as you count (fairly sure)');
  expect(say(142, { half: 0.52, double: 0 })).toBe('142 or 71 BPM, as you count');
  expect(say(95, { half: 0, double: 0.09 })).toBe('95 BPM (sure)');
  expect(say(65, { half: 0, double: 0.01 })).toBe('65 or 130 BPM, as you count');
  expect(say(170, { half: 0.01, double: 0 })).toBe('170 or 85 BPM, as you count');
  expect(say(120, 'of an older engine')).toBe('120 BPM (sure)');
});

test('RE-3 keys and confidences in words', () => {
  expect(['C', 'F#m', 'Bb', 'noise', ''].map(sayKey)).toEqual([
    'C major',
    'F♯ minor',
    'B♭ major',
    'noise',
    'no clear key',
  ]);
  expect([1, 0.75, 0.5, 0.49].map(sayConfidence)).toEqual(['sure', 'sure', 'fairly sure', 'unsure']);
});

test('RE-3 sections lie within the track, and the one that holds the hook is marked', () => {
  const measures = {
    ...analysis().measures,
    sections: [
      { start: 0, end: 20, label: 'intro' },
      { start: 20, end: 60, label: 'verse' },
      { start: 60, end: 240, label: 'chorus' },
      { start: 230, end: 240, label: 'outro' },
    ],
    hook: { start: 18, end: 40 },
  };
  expect(listSections(analysis({ measures })).map(({ end, isHook }) => [end, isHook])).toEqual([
    [20, false],
    [60, true],
    [221.4, true],
  ]);
});

test('AN-7 a genre is shown with its doubt', () => {
  const say = (heard: string, genre?: string) =>
    sayGenreHeard(heard, { ...analysis().measures, genre: genre && { genre, confidence: 0.4 } });
  expect(say('Pop', 'Pop')).toBe('We heard Pop.');
  expect(say('Other', 'Hip Hop')).toMatch(/might be Hip Hop, which is not sure enough/);
  expect(say('Other', 'Other')).toMatch(/none of the kinds we know/);
  // What an engine before this one kept.
  expect(say('Other')).toMatch(/none of the kinds we know/);
});
