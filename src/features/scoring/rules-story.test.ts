// A result as a story, and the one scale all of it is told on.
import { expect, test } from 'vitest';
import type { Analysis } from './contract.ts';
import { CHANNELS } from './rules-display.ts';
import { presentScore } from './rules-readiness.ts';
import { listUntold, sayUnits, tellStory } from './rules-story.ts';

const category = (score: number | null, notes = 'It works. It could work better.') => ({ score, notes });
const analysis = (change: Partial<Analysis> = {}): Analysis => ({
  engineVersion: '1',
  summary: 'A song.',
  recommendations: [],
  commerciality: category(60),
  flow: category(61),
  lyrics: category(null),
  production: category(58),
  measures: {
    ...{ durationSeconds: 221, integratedLufs: -13, loudnessRange: 5, truePeakDb: -1 },
    hook: { start: 91, end: 120 },
  },
  ...change,
});
const advice = (text: string, gain: number, cat = 'production', start?: number) => ({
  text,
  gain,
  category: cat,
  ranges: start === undefined ? [] : [{ start, end: start + 5 }],
});

test('PT-5 one function makes both displayed figures, each with the raw one in the same form', () => {
  expect(presentScore(54, 'board')).toEqual({
    raw: 54,
    shown: 88,
    rawLabel: 'raw 54',
    shownLabel: 'board 88',
  });
  expect(presentScore(54, 'readiness')).toMatchObject({
    shown: 89,
    shownLabel: 'readiness 89',
    rawLabel: 'raw 54',
  });
  expect(presentScore(null, 'readiness')).toMatchObject({ shown: 80, rawLabel: 'no raw score' });
  for (let raw = 0; raw <= 100; raw++) {
    expect(presentScore(raw, 'board').shown).toBe(Math.floor(75 + raw / 4));
    expect(presentScore(raw, 'readiness').shown).toBe(Math.floor(80 + (raw / 100) * 18));
  }
});

test('PT-6 a fault that a change says is left out of the notes, and what is left still reads', () => {
  const told = 'The hook comes late.';
  const cured = { ...advice('Bring the hook in sooner.', 3, 'hookStrength'), notes: [told] };
  const channels = listUntold(
    analysis({
      advice: [cured],
      hookStrength: category(40, `It lifts. ${told} It comes once.`),
      replayValue: category(40, told),
    }),
  );
  const notesOf = (id: string) => channels.find((channel) => channel.id === id)?.category.notes;
  expect(notesOf('hookStrength')).toBe('It lifts. It comes once.');
  expect(notesOf('replayValue')).toBe('What would lift this is in the changes.');
  expect(notesOf('flow')).toBe('It works. It could work better.');
});

test('PT-6 the three changes worth most come first, with their gain, their sound and the score they lead to', () => {
  const story = tellStory(
    analysis({
      advice: [
        advice('Small thing.', 0.6),
        advice('Bring the hook in by 0:50: cut verse one from 16 bars to 8.', 5.6, 'hookStrength', 18),
        advice('Turn the master up.', 5.1, 'production', 91),
        advice('Clear room for the voice at 0:44.', 3.2),
      ],
    }),
    54,
  );
  expect(story.changes).toEqual([
    { title: 'Bring the hook in by 0:50.', detail: 'Cut verse one from 16 bars to 8.', gain: 6, at: 18 },
    { title: 'Turn the master up.', detail: '', gain: 5, at: 91 },
    { title: 'Clear room for the voice at 0:44.', detail: '', gain: 3, at: 44 },
  ]);
  expect(story.upTo).toBe(68);
  expect(story.later.map(({ title }) => title)).toEqual(['Small thing.']);
  expect(tellStory(analysis({ advice: [advice('A.', 60)] }), 70).upTo).toBe(100);
  expect(tellStory(analysis(), 70)).toMatchObject({ changes: [], upTo: null });
  expect(tellStory(analysis({ recommendations: ['Cut. (up to +2.3 points)'] }), 70).changes).toEqual([
    { title: 'Cut.', detail: '', gain: 2, at: null },
  ]);
});

test('PT-6 the verdict praises what is strong, never what is weak, in at most 14 words', () => {
  for (const best of CHANNELS)
    for (const worst of CHANNELS)
      for (const score of [30, 60, 90]) {
        const { verdict } = tellStory(
          analysis({ [best.id]: category(score), advice: [advice('Do it.', 2, worst.id)] }),
          50,
        );
        expect(verdict.split(' ').length, verdict).toBeLessThanOrEqual(14);
      }
  expect(tellStory(analysis({ flow: category(90), advice: [advice('x.', 2)] }), 50).verdict).toBe(
    'The groove carries it. Next: clean up the mix.',
  );
  expect(tellStory(analysis({ flow: category(90) }), 50).verdict).toBe(
    'The groove carries it. Nothing worth changing.',
  );
  const weak = { commerciality: category(20), flow: category(30), production: category(10) };
  expect(tellStory(analysis(weak), 20)).toMatchObject({
    best: null,
    verdict: expect.stringContaining('Not there yet'),
  });
  expect(tellStory(analysis({ flow: category(90, 'It rolls at 0:12. It drags later.') }), 50).best).toEqual({
    text: 'It rolls at 0:12.',
    at: 12,
  });
  // Of what is a guess nobody is told that it is the best thing, as long as there is something surer.
  const unsure =
    'The form may be verse, chorus. The part at 1:29 is the loudest, 8.3 LU above the one at 3:01.';
  expect(tellStory(analysis({ songStructure: category(90, unsure) }), 50).best).toEqual({
    text: 'The part at 1:29 is the loudest, 8.3 LU above the one at 3:01.',
    at: 89,
  });
  expect(tellStory(analysis({ flow: category(90, 'It rolls.') }), 50).best?.at).toBe(91);
});

test('PT-6 units are a musician’s', () => {
  expect(
    [
      '2 times',
      '1 times',
      '7 times',
      '150 to 235 seconds',
      'at most 30 seconds',
      '0.6 seconds',
      '35.1 seconds',
      '70.6 seconds',
    ].map(sayUnits),
  ).toEqual(['twice', 'once', '7 times', '2:30 to 3:55', 'at most 0:30', '0.6 s', '0:35', '1:10']);
  expect(
    ['at most 0 seconds', 'at most 0% of samples', 'at most 0 dB', '0% of the track', '11025 Hz'].map(
      sayUnits,
    ),
  ).toEqual(['none', 'none', 'none', 'none', '11 kHz']);
  expect(
    ['at most 0.5 dB', '10% of the track', '0.82 share', '2.6 LU', 'at least 0.6 octaves'].map(sayUnits),
  ).toEqual(['at most 0.5 dB', '10% of the track', '82%', '2.6 LU', 'at least 0.6 octaves']);
});
