import { expect, test } from 'vitest';
import { doneShare, laneOf, PRIORITY, RUN_STAGES } from './rules-run.ts';

test('work done never goes back from one stage to the next', () => {
  const stages = RUN_STAGES.filter((stage) => stage !== 'failed');
  const shares = stages.flatMap((stage) => [0, 0.5, 1].map((fraction) => doneShare(stage, fraction)));
  expect(shares).toEqual([...shares].sort((a, b) => a - b));
  expect(doneShare('queued', 0)).toBe(0);
  // The report comes after that.
  expect(doneShare('done', 1)).toBe(0.95);
});

test('HON-2 only a ticket puts a track into the front lane', () => {
  const front = Object.entries(PRIORITY).filter(([, priority]) => laneOf(priority) === 'front');
  expect(front.map(([name]) => name)).toEqual(['front']);
});
