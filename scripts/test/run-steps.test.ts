import { expect, test } from 'vitest';
import { runSteps } from './run-steps.mjs';

const tick = () => new Promise((resolve) => setTimeout(resolve, 5));

test('steps run two at a time, in order, each after what it needs', async () => {
  const steps = { a: {}, b: {}, late: { needs: ['c'] }, c: {}, alone: { needs: ['not chosen'] } };
  const said: string[] = [];
  let atOnce = 0;
  let most = 0;
  await runSteps(steps, 2, async (name) => {
    said.push(`${name} begins`);
    most = Math.max(most, ++atOnce);
    await tick();
    atOnce--;
    said.push(`${name} ends`);
  });
  expect(most).toBe(2);
  expect(said.filter((line) => line.endsWith('begins')).map((line) => line.split(' ')[0])).toEqual([
    'a',
    'b',
    'c',
    'alone',
    'late',
  ]);
  expect(said.indexOf('late begins')).toBeGreaterThan(said.indexOf('c ends'));
  expect(said).toHaveLength(10);
});
