// The two pictures of an artist page: drawn from what is stored, the same each time, and never outside their box (PT-9).
import { expect, test } from 'vitest';
import { addPresent, drawSteps, sayHistory, sayMove, sayStart } from './rules-history.ts';
import { drawPortrait, orderVoices, PORTRAIT_SIZE } from './rules-portrait.ts';

const peaks = (seed: number) => Array.from({ length: 400 }, (_, at) => (at * seed) % 101);
const voice = (seed: number, tempo: number | null = 120) => ({ peaks: peaks(seed), tempo });

test('PT-9 a portrait is the music: a ring a track, other music looks different, nothing leaves the square', () => {
  const rings = drawPortrait([voice(7), voice(13, null), voice(3, 87.5), voice(5), voice(11)]);
  expect(rings).toHaveLength(4);
  expect(drawPortrait([voice(7)])).toEqual(rings.slice(0, 1));
  expect(drawPortrait([voice(8)])[0].d).not.toBe(rings[0].d);
  expect(drawPortrait([voice(7, 91)])[0].d).not.toBe(rings[0].d);
  expect(drawPortrait([{ peaks: [], tempo: 90 }])).toEqual([]);
  const numbers = rings.flatMap(({ d }) => d.match(/-?[\d.]+/g)?.map(Number) ?? []);
  expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...numbers)).toBeLessThanOrEqual(PORTRAIT_SIZE);
  const order = orderVoices([
    { voteCount: 1, score: 90 },
    { voteCount: 5, score: 10 },
    { voteCount: 1, score: 95 },
  ]);
  expect(order.map(({ score }) => score)).toEqual([10, 95, 90]);
});

test('PT-9 ranks go in steps, the best at the top, and a loss at the end is marked', () => {
  const climbed = [
    { day: '2026-11-01', rank: 5 },
    { day: '2026-11-06', rank: 1 },
  ];
  expect(drawSteps(climbed, '2026-11-11')).toEqual({ line: 'M0 100H50V0H100', lost: null, end: 0, worst: 5 });
  const fell = [...climbed, { day: '2026-11-11', rank: 3 }];
  expect(drawSteps(fell, '2026-11-11')).toMatchObject({ lost: 'M100 0V50H100', end: 50 });
  expect(drawSteps([{ day: '2026-11-01', rank: 1 }], '2026-11-03')).toMatchObject({ line: 'M0 0H100' });
  expect(drawSteps(climbed.slice(0, 1), '2026-11-01')).toBeNull();
  expect(drawSteps([], '2026-11-01')).toBeNull();
  expect(sayHistory(fell)).toBe('From #5 to #3 since 1 Nov');
  expect(addPresent(climbed, '2026-11-08', 2)).toEqual([...climbed, { day: '2026-11-08', rank: 2 }]);
  expect(addPresent(fell, '2026-11-11', 4)).toEqual([...climbed, { day: '2026-11-11', rank: 4 }]);
  expect(addPresent(fell, '2026-11-12', 3)).toEqual(fell);
  expect(addPresent([], '2026-11-12', 3)).toEqual([]);
  expect(sayStart(fell)).toBe('#5, 1 Nov');
  expect(sayMove(fell, 3)).toEqual({ text: '2 places down', isLost: true });
  // The rank of this minute may be newer than the hour's.
  expect(sayMove(fell, 2)).toEqual({ text: 'One place up', isLost: false });
  expect(sayMove(climbed.slice(0, 1), 5)).toBeNull();
});
