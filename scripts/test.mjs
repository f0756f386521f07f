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

/** What is under way: everything a step starts belongs to its run. */
const runs = new Set();

async function runStep(name, step, results) {
  const started = Date.now();
  const missing = step.needs?.find((need) => results[need]?.failed);
  say(name, missing ? `not run: ${missing} failed` : 'started');
  const result = missing ? failure(`FAILED for want of ${missing}`) : await runOrRunAgain(name, step);
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  say(name, `${result.failed ? 'FAILED' : 'ok'} after ${seconds} s: ${phrase(result)}`);
  for (const line of result.lines) console.log(`        ${line}`);
  return result;
}

const failure = (text) => ({ passed: 0, failed: 1, skipped: 0, lines: [text] });

/** What hung or failed gets a second chance by itself, as a browser test does; it is printed as UNSTABLE. */
async function runOrRunAgain(name, step) {
  const first = await runOnce(name, step, positionals);
  if (!first.again) return first;
  say(name, `${first.again.length} files run again`);
  const second = await runOnce(name, step, first.again);
  const lines = [...first.lines, ...second.lines];
  return second.again
    ? { ...failure(`FAILED ${name} hung twice`), lines }
    : { ...add([first, second]), lines };
}

async function runOnce(name, { run: runIt }, words) {
  const run = openRun();
  runs.add(run);
  const told = { words, env: run.env, say: (line) => say(name, line) };
  const result = await runIt(told).catch((error) => failure(`FAILED ${error.stack}`));
  const left = await closeRun(run, result.again ? 0 : undefined);
  runs.delete(run);
  if (result.again) return result;
  const lines = [...result.lines, ...left.map((line) => `FAILED ${line}`)];
  return { ...result, failed: result.failed + left.length, lines };
}

const add = (results) => {
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
};

async function main() {
  const steps = chooseSteps(values.only);
  const results = {};
  endWithUs();
  await runSteps(steps, AT_ONCE, async (name) => {
    results[name] = await runStep(name, steps[name], results);
  });
  summarise(results);
  const total = add(Object.values(results));
  console.log(`\n${phrase(total)}`);
  return total.failed ? 1 : 0;
}

/** Failures once more, where they are looked for, and what passed only when asked again. */
function summarise(results) {
  for (const [name, { lines }] of Object.entries(results))
    for (const line of lines.filter((text) => text.startsWith('UNSTABLE'))) console.log(`  ${name}: ${line}`);
  const failed = Object.entries(results).filter(([, { failed }]) => failed > 0);
  if (failed.length === 0) return;
  console.log(`\nFailed: ${failed.map(([name, { failed }]) => `${name} (${failed})`).join(', ')}`);
  for (const [name, { lines }] of failed)
    for (const line of lines.filter((text) => text.startsWith('FAILED'))) console.log(`  ${name}: ${line}`);
}

/** Ctrl-C ends the steps too, and what they started. */
function endWithUs() {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.once(signal, async () => {
      await Promise.all([...runs].map((run) => closeRun(run, 2000)));
      process.exit(130);
    });
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
