/**
 * `npm test`: every check, one after the other, going on after a failure. Ends with 'N passed, N failed'.
 *
 *   npm test                             everything
 *   npm test -- --only unit,http         some of: types lint structure unit http build e2e
 *   npm test -- --only e2e upload        only test files whose path holds a word
 */
import { parseArgs } from 'node:util';
import { STEPS } from './test/steps.mjs';

const { values, positionals } = parseArgs({ options: { only: { type: 'string' } }, allowPositionals: true });

function chooseSteps(only) {
  const names = Object.keys(STEPS);
  if (!only) return names;
  const wanted = only.split(',').map((name) => name.trim());
  const unknown = wanted.find((name) => !names.includes(name));
  if (unknown) throw new Error(`There is no check '${unknown}': choose from ${names.join(', ')}.`);
  // Browsers see what was built.
  if (wanted.includes('e2e')) wanted.push('build');
  return names.filter((name) => wanted.includes(name));
}

function phrase({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`;
}

async function main() {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const name of chooseSteps(values.only)) {
    const begun = Date.now();
    const result = await STEPS[name](positionals);
    const seconds = ((Date.now() - begun) / 1000).toFixed(1);
    console.log(
      `${result.failed ? 'FAIL' : 'ok  '} ${name.padEnd(9)} ${seconds.padStart(6)} s  ${phrase(result)}`,
    );
    for (const line of result.lines) console.log(`     ${line}`);
    for (const key of Object.keys(total)) total[key] += result[key];
  }
  console.log(`\n${phrase(total)}`);
  return total.failed ? 1 : 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
