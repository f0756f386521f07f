// Progress of an analysis: bars and time left follow what the server has really done.
import { expect, test } from 'vitest';
import { idParams } from './contract.ts';
import { STAGES, type Stage } from './contract-status.ts';
import { isSubmissionId, progressOf, remainingByPace } from './rules.ts';

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

test('a page takes for an id what the server takes for one', () => {
  const texts = [
    '1',
    '42',
    '2147483647',
    '2147483648',
    '9999999999',
    '99999999999',
    '0',
    '01',
    '-1',
    '1.5',
    '1e3',
  ];
  for (const text of [...texts, '', ' 1', 'one', '１'])
    expect(isSubmissionId(text), text).toBe(idParams.safeParse({ id: text }).success);
});
