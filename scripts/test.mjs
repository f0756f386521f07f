/**
 * `npm test`: every check, two at a time, going on after a failure and saying what is under way. Ends with
 * 'N passed, N failed'.
 *
 *   npm test                             everything
 *   npm test -- --only unit,http         some of the steps of test/steps.mjs
 *   npm test -- --only e2e upload        only test files whose path holds a word
 */
import { parseArgs } from 'node:util';
import { closeRun, openRun } from './test/leftovers.mjs';
import { runSteps } from './test/run-steps.mjs';
import { STEPS } from './test/steps.mjs';

const AT_ONCE = 2;
const { values, positionals } = parseArgs({ options: { only: { type: 'string' } }, allowPositionals: true });

function chooseSteps(only) {
  const names = Object.keys(STEPS);
  if (!only) return STEPS;
  const wanted = only.split(',').map((name) => name.trim());
  const unknown = wanted.find((name) => !names.includes(name));
  if (unknown) throw new Error(`There is no check '${unknown}': choose from ${names.join(', ')}.`);
  const needed = wanted.flatMap((name) => STEPS[name].needs ?? []);
  return Object.fromEntries(
    names.filter((name) => [...wanted, ...needed].includes(name)).map((name) => [name, STEPS[name]]),
  );
}

const phrase = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`;

/** Minutes and seconds since the run began. */
const begun = Date.now();
function elapsed() {
  const seconds = Math.floor((Date.now() - begun) / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
const say = (name, text) => console.log(`${elapsed().padStart(6)}  ${name.padEnd(11)}  ${text}`);

async function runStep(name, { run, needs = [] }, env, results) {
  const started = Date.now();
  const missing = needs.find((need) => results[need]?.failed);
  say(name, missing ? `not run: ${missing} failed` : 'started');
  const failure = (text) => ({ passed: 0, failed: 1, skipped: 0, lines: [text] });
  const result = missing
    ? failure(`FAILED for want of ${missing}`)
    : await run({ words: positionals, env, say: (line) => say(name, line) }).catch((error) =>
        failure(`FAILED ${error.stack}`),
      );
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  say(name, `${result.failed ? 'FAILED' : 'ok'} after ${seconds} s: ${phrase(result)}`);
  for (const line of result.lines) console.log(`        ${line}`);
  return result;
}

async function main() {
  const steps = chooseSteps(values.only);
  const run = openRun();
  const results = {};
  endWithUs(run);
  await runSteps(steps, AT_ONCE, async (name) => {
    results[name] = await runStep(name, steps[name], run.env, results);
  });
  const left = await closeRun(run);
  for (const line of left) say('leftovers', line);
  const all = [...Object.values(results), { passed: 0, failed: left.length, skipped: 0 }];
  summarise(results);
  const sum = (key) => all.reduce((total, result) => total + result[key], 0);
  const total = { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
  console.log(`\n${phrase(total)}`);
  return total.failed ? 1 : 0;
}

/** Failures once more, where they are looked for. */
function summarise(results) {
  const failed = Object.entries(results).filter(([, { failed }]) => failed > 0);
  if (failed.length === 0) return;
  console.log(`\nFailed: ${failed.map(([name, { failed }]) => `${name} (${failed})`).join(', ')}`);
  for (const [name, { lines }] of failed)
    for (const line of lines.filter((text) => text.startsWith('FAILED'))) console.log(`  ${name}: ${line}`);
}

/** Ctrl-C ends the steps too, and what they started. */
function endWithUs(run) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.once(signal, async () => {
      await closeRun(run, 2000);
      process.exit(130);
    });
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
