import { describe, expect, test } from 'vitest';
import type { Bars } from '../rhythm/bars.ts';
import { findHook } from './hook.ts';
import type { Stretch } from './sections.ts';
import { compareBars } from './self-similarity.ts';

const COUNT = 20;
const rows = (dims: number) => Array.from({ length: COUNT }, () => new Float32Array(dims));
const bars: Bars = {
  times: Float64Array.from({ length: COUNT + 1 }, (_, i) => 2 * i),
  texture: rows(20),
  movement: rows(20),
  harmony: rows(12),
  drums: rows(3),
  level: new Float32Array(COUNT),
};
const similarity = compareBars(bars);
const stretch = (from: number, to: number, energy: number, label: Stretch['label']): Stretch => ({
  from,
  to,
  family: from,
  energy,
  label,
});
const riseOf = (...stretches: Stretch[]) =>
  findHook(bars, { stretches, similarity, tempoConfidence: 1 }).fullerDb;

describe('how far the hook rises', () => {
  test('over all the rest, by its length', () => {
    expect(
      riseOf(stretch(0, 4, -20, 'intro'), stretch(4, 8, -14, 'verse'), stretch(8, 20, -8, 'chorus')),
    ).toBe(9);
    expect(
      riseOf(stretch(0, 2, -20, 'intro'), stretch(2, 8, -12, 'verse'), stretch(8, 20, -8, 'chorus')),
    ).toBe(6);
  });

  test('is the same whichever of two equally full parts is taken, however long they are', () => {
    const intro = stretch(0, 2, -18, 'intro');
    const outro = stretch(17, 20, -27, 'outro');
    const short = (label: Stretch['label']) => stretch(2, 6, -10, label);
    const long = (label: Stretch['label']) => stretch(6, 17, -10, label);
    expect(riseOf(intro, short('chorus'), long('verse'), outro)).toBe(
      riseOf(intro, short('verse'), long('chorus'), outro),
    );
  });

  test('is 0 where there is nothing else', () => {
    expect(riseOf(stretch(0, 20, -10, 'verse'))).toBe(0);
  });
});

describe('the soundbite', () => {
  const biteOf = (...stretches: Stretch[]) =>
    findHook(bars, { stretches, similarity, tempoConfidence: 1 }).soundbite;

  test('is the last fifteen seconds of a long hook, in whole bars', () => {
    const { start, end } = biteOf(
      stretch(0, 4, -20, 'verse'),
      stretch(4, 17, -8, 'chorus'),
      stretch(17, 20, -20, 'outro'),
    );
    expect(end).toBe(34);
    expect([18, 20]).toContain(start);
  });

  test('goes on after a short hook, and begins before it where the track ends', () => {
    const early = biteOf(
      stretch(0, 4, -20, 'verse'),
      stretch(4, 7, -8, 'chorus'),
      stretch(7, 20, -20, 'verse'),
    );
    expect(early.start).toBe(8);
    expect([22, 24]).toContain(early.end);
    const late = biteOf(stretch(0, 17, -20, 'verse'), stretch(17, 20, -8, 'chorus'));
    expect(late.end).toBe(40);
    expect(late.end - late.start).toBeGreaterThanOrEqual(12);
  });
});
