// Progress of an analysis: bars and time left follow what the server has really done.
import { expect, test } from 'vitest';
import { STAGES, type Stage } from './contract-status.ts';
import { progressOf, remainingByPace } from './rules.ts';

const IN_ORDER: Stage[] = ['queued', 'listening', 'analyzing', 'transcribing', 'reporting', 'done'];

test('bars never go back from one stage to the next', () => {
  expect(STAGES.filter((stage) => stage !== 'failed')).toEqual(IN_ORDER);
  const steps = IN_ORDER.flatMap((stage) => [0, 0.5, 1].map((fraction) => ({ stage, fraction })));
  const bars = steps.map(({ stage, fraction }) => progressOf(stage, fraction).analyzing);
  expect(bars).toEqual([...bars].sort((a, b) => a - b));
  expect(progressOf('transcribing', 1)).toEqual({ listening: 100, analyzing: 100, report: 0 });
});

test('time left for the words comes from this track, once there is enough to tell', () => {
  expect(remainingByPace('transcribing', 0.25, 5)).toBe(15);
  expect(remainingByPace('transcribing', 0.01, 5)).toBeNull();
  expect(remainingByPace('analyzing', 0.5, 5)).toBeNull();
});
