import { describe, expect, test } from 'vitest';
import { type MusicMeasures, measureMusic } from '../measure-music.ts';
import { planBars } from '../rhythm/bars.ts';
import { addDrum, addNote, addTriad, silence } from '../test-music.ts';
import { compareStretches } from './self-similarity.ts';

type Kind = 'I' | 'V' | 'C' | 'B' | 'O';
const BPM = 120;
const BAR = (4 * 60) / BPM;

/** A song of four-bar sections: quiet intro and outro, verse with light drums, full chorus, bare bridge. */
function song(form: readonly Kind[]): Float32Array {
  const out = silence(form.length * 4 * BAR);
  form.forEach((kind, s) => {
    for (let bar = 0; bar < 4; bar++) playBar(out, kind, (s * 4 + bar) * BAR, bar);
  });
  return out;
}

function playBar(out: Float32Array, kind: Kind, at: number, bar: number): void {
  const roots = kind === 'C' ? [0, 7, 9, 5] : [9, 5, 0, 7];
  const root = roots[bar];
  addTriad(out, root, root === 9, at, at + BAR);
  if (kind === 'I' || kind === 'O') return;
  for (let beat = 0; beat < 4; beat++) {
    const time = at + beat * (BAR / 4);
    if (kind !== 'B') addDrum(out, beat % 2 === 0 ? 'kick' : 'snare', time, kind === 'C' ? 1 : 0.6);
    if (kind === 'C') for (const half of [0, BAR / 8]) addDrum(out, 'hat', time + half, 0.7);
    if (kind === 'C') addNote(out, 72 + root + [0, 4, 7, 4][beat], time, time + BAR / 4, 0.15);
    if (kind === 'B') addNote(out, 84 + root + beat, time, time + BAR / 8, 0.2);
  }
}

const starts = (measures: MusicMeasures) => measures.sections.map((s) => s.start);

describe('sections and hook', () => {
  const form: Kind[] = ['I', 'V', 'C', 'V', 'C', 'B', 'C', 'O'];
  const measures = measureMusic(song(form));

  test('boundaries fall where the song changes', () => {
    const expected = form.map((_, i) => i * 4 * BAR);
    for (const time of expected)
      expect(Math.min(...starts(measures).map((s) => Math.abs(s - time)))).toBeLessThan(0.3);
    expect(measures.sections.length).toBe(form.length);
  });

  test('sections cover the track without gaps', () => {
    const { sections } = measures;
    expect(sections[0].start).toBe(0);
    expect(sections[sections.length - 1].end).toBeCloseTo(form.length * 4 * BAR, 1);
    sections.slice(1).forEach((section, i) => {
      expect(section.start).toBe(sections[i].end);
    });
  });

  test('labels name what returns and what does not', () => {
    const labels = measures.sections.map((s) => s.label);
    expect(labels).toEqual(['intro', 'verse', 'chorus', 'verse', 'chorus', 'bridge', 'chorus', 'outro']);
  });

  test('the hook is a chorus, first heard at the first, three times over', () => {
    const { hook } = measures;
    expect(hook.firstAt).toBeCloseTo(8 * BAR, 0);
    expect(hook.occurrences.length).toBe(3);
    expect([8, 16, 24].some((bar) => Math.abs(hook.start - bar * BAR) < 0.3)).toBe(true);
    expect(hook.fullerDb).toBeGreaterThan(1);
    expect(hook.likeness).toBeGreaterThan(0.8);
    expect(hook.confidence).toBeGreaterThan(0.6);
  });

  test('EN-3 choruses in a row are one section and one occurrence: the form and the hook are one result', () => {
    const double = measureMusic(song(['I', 'V', 'C', 'C', 'V', 'C', 'C', 'C', 'O']));
    const drawn = double.sections.filter(({ label }) => label === 'chorus');
    expect(double.hook.occurrences).toEqual(drawn.map(({ start, end }) => ({ start, end })));
    for (let i = 1; i < double.sections.length; i++)
      expect(double.sections[i].label === 'chorus' && double.sections[i - 1].label === 'chorus').toBe(false);
  });

  test('the soundbite is about 15 s and starts on a downbeat', () => {
    const { soundbite } = measures.hook;
    expect(Math.abs(soundbite.end - soundbite.start - 15)).toBeLessThan(BAR);
    const bar = soundbite.start / BAR;
    expect(Math.abs(bar - Math.round(bar))).toBeLessThan(0.1);
  });

  test('a loop has no second section to speak of', () => {
    const loop = measureMusic(song(['V', 'V', 'V', 'V', 'V', 'V']));
    expect(new Set(loop.sections.map((s) => s.label)).size).toBeLessThanOrEqual(2);
    expect(loop.hook.confidence).toBeLessThan(0.3);
    expect(loop.form.variety).toBeLessThan(measures.form.variety - 0.2);
    expect(loop.form.repetition).toBeGreaterThan(0.9);
  });
});

test('without a metre, time is cut into plain stretches from start to end', () => {
  const times = planBars([], 21);
  expect(times[0]).toBe(0);
  expect(times[times.length - 1]).toBe(21);
  expect(times.length).toBe(12);
});

test('the same stretch found twice is fully alike', () => {
  // Bars a b c a b: 0 1 2 0 1.
  const bars = [0, 1, 2, 0, 1];
  const values = Float32Array.from(bars.flatMap((a) => bars.map((b) => (a === b ? 1 : 0))));
  const matrix = { size: 5, values };
  expect(compareStretches(matrix, [0, 2], [3, 5])).toBe(1);
  expect(compareStretches(matrix, [0, 2], [2, 5])).toBe(1);
  expect(compareStretches(matrix, [0, 2], [1, 3])).toBe(0);
});

test.each([0, 0.3, 2, 5])('a track of %d s is measured without falling over', (seconds) => {
  const measures = measureMusic(silence(seconds));
  expect(measures.tempo.confidence).toBe(0);
  expect(measures.sections.length).toBeGreaterThan(0);
  expect(measures.hook.end).toBeLessThanOrEqual(seconds + 0.01);
  // JSON writes NaN and Infinity as null: no measure may be either.
  expect(JSON.stringify(measures)).not.toContain('null');
});

test('what leads into a long chorus is named so, and the chorus is its last twenty seconds', () => {
  const form: Kind[] = ['I', 'V', 'V', 'C', 'C', 'C', 'C', 'V', 'V', 'C', 'C', 'C', 'C', 'O'];
  const { sections, hook } = measureMusic(song(form));
  const choruses = sections.filter(({ label }) => label === 'chorus');
  expect(choruses).toHaveLength(2);
  for (const [i, { start, end }] of choruses.entries()) {
    expect(end).toBeCloseTo([56, 104][i], 0);
    expect(end - start).toBeCloseTo(20, 0);
    expect(sections.find((section) => section.end === start)?.label).toBe('pre-chorus');
  }
  expect(hook.occurrences.map(({ start }) => Math.round(start))).toEqual([36, 84]);
});
