import { expect, test } from 'vitest';
import { runChild } from './run-child.mjs';

const runNode = (program: string, say?: (line: string) => void, stuckMs?: number) =>
  runChild(process.execPath, ['-e', program], { say, stuckMs });

test('progress is handed on as it comes; all output and the code are kept', async () => {
  const said: string[] = [];
  const program =
    "console.log('1/2 a.test.ts'); console.log('noise'); console.error('bad'); process.exitCode = 3";
  const { code, output } = await runNode(program, (line) => said.push(line));
  expect(said).toEqual(['1/2 a.test.ts']);
  expect(code).toBe(3);
  expect(output).toContain('noise');
  expect(output).toContain('bad');
});

test('a program that left a child behind, with its output open, does not hold up the run', async () => {
  const program = `const child = require('node:child_process').spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)'],
    { detached: true, stdio: 'inherit' }); console.log(child.pid); child.unref();`;
  const { code, output } = await runNode(program);
  expect(code).toBe(0);
  // Still there: nobody waited for it.
  expect(process.kill(Number(output), 'SIGKILL')).toBe(true);
});

test('a program that cannot be started has failed', async () => {
  expect(await runChild('/no/such/program', [], {})).toMatchObject({ code: -1 });
});

test('a program that gets nowhere is ended, and what it was at has been said', async () => {
  const said: string[] = [];
  const program =
    "console.log('1/2 a.test.ts'); setInterval(() => console.log('still in b.test.ts: its beginning'), 50)";
  const { code, stuck } = await runNode(program, (line) => said.push(line), 4000);
  expect([code, stuck]).toEqual([null, true]);
  expect(said).toContain('still in b.test.ts: its beginning');
});
