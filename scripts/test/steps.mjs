/**
 * The checks of `npm test`, in the order in which they begin. Each step's `run` says what it is doing, line by line, and
 * returns how many tests passed, failed and were skipped, what to print about them, and the files to run `again`: those a run
 * that hung did not come to, and the few that failed.
 */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findBrowser } from './find-browser.mjs';
import { COLOURS, listSpecs, nameFailure, readPlaywrightReport, readVitestReport } from './read-reports.mjs';
import { runChild } from './run-child.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** With more files than these it is the code that fails, not the machine. */
const SECOND_CHANCES = 3;
const bin = (name) => join(root, 'node_modules/.bin', name);

/** Name → step. `needs` names what must have passed before; `run` takes the words that narrow the tests down. */
export const STEPS = {
  // Of the site and the tools at once; more than one checker does the same work twice on two cores.
  types: { run: check(bin('tsc'), '-p', 'tools', '--checkers', '1') },
  lint: { run: check(bin('biome'), 'ci', '--colors=off', '--error-on-warnings', '.') },
  structure: { run: check(process.execPath, 'scripts/check-structure.mjs') },
  build: { run: check(process.execPath, 'scripts/prepare.mjs', '--build') },
  unit: { run: runVitest('unit') },
  // Browsers see what was built. The longest step begins early; all others fit beside it.
  e2e: { run: runPlaywright, needs: ['build'] },
  http: { run: runVitest('http') },
  slow: { run: runVitest('slow') },
  'dead-code': { run: check(bin('knip'), '--no-progress') },
};

/** A check that is no test suite counts as one. */
function check(program, ...args) {
  return async ({ env }) => {
    const { code, output } = await runChild(program, args, { cwd: root, env });
    return code === 0
      ? { passed: 1, failed: 0, skipped: 0, lines: [] }
      : { passed: 0, failed: 1, skipped: 0, lines: lastLines(output, 80) };
  };
}

function runVitest(project) {
  return async ({ words, env, say }) => {
    const report = freshReport(`vitest-${project}.jsonl`);
    const progress = '--reporter=./scripts/test/vitest-progress.mjs';
    const args = ['run', '--project', project, '--passWithNoTests', progress, ...words];
    const child = { cwd: root, env: { ...env, TEST_REPORT: report }, say };
    const { code, output, stuck } = await runChild(bin('vitest'), args, child);
    const result = readReport(report, readVitestReport);
    if (!stuck && result?.failing.length > 0 && result.failing.length <= SECOND_CHANCES && words.length === 0)
      return { ...readReport(report, (text) => readVitestReport(text, true)), again: result.failing };
    if (!stuck || !result) return accountFor(result, code, output);
    const { unfinished, lines } = result;
    // One that blocks its process cannot say where it is: then it is among these.
    const where = lastLines(output, 20).filter((line) => line.startsWith('still in '));
    const hung = [...where, `did not end: ${unfinished.slice(0, 5).join(', ')}`].join('\n');
    return { ...result, again: unfinished, lines: [...lines, ...nameFailure(project, hung, 'UNSTABLE')] };
  };
}

async function runPlaywright({ words, env, say }) {
  if (!findBrowser()) return skipBrowserTests(words, env);
  const report = freshReport('playwright.json');
  const { code, output } = await runChild(
    bin('playwright'),
    ['test', '--reporter=json,./scripts/test/playwright-progress.mjs', '--pass-with-no-tests', ...words],
    { cwd: root, env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report }, say },
  );
  return accountFor(
    readReport(report, (text) => readPlaywrightReport(JSON.parse(text))),
    code,
    output,
  );
}

async function skipBrowserTests(words, env) {
  const report = freshReport('playwright.json');
  await runChild(bin('playwright'), ['test', '--list', '--reporter=json', ...words], {
    cwd: root,
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  });
  const skipped = readReport(report, (text) => listSpecs(JSON.parse(text)))?.length ?? 1;
  const line = `no browser for ${process.platform}-${process.arch}: ${skipped} browser tests skipped. Set CHROMIUM_PATH to run them.`;
  return { passed: 0, failed: 0, skipped, lines: [line] };
}

/** A runner that failed without a failing test (a crash, an unhandled rejection) is a failure of its own. */
function accountFor(result, code, output) {
  if (!result)
    return { passed: 0, failed: 1, skipped: 0, lines: ['no report was written:', ...lastLines(output, 60)] };
  if (code === 0 || result.failed > 0) return result;
  const lines = [...result.lines, `the runner ended with code ${code}:`, ...lastLines(output, 60)];
  return { ...result, failed: 1, lines };
}

function freshReport(name) {
  const file = join(root, '.cache/test', name);
  mkdirSync(dirname(file), { recursive: true });
  rmSync(file, { force: true });
  return file;
}

function readReport(file, read) {
  try {
    return read(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

function lastLines(text, count) {
  return text.replace(COLOURS, '').trim().split('\n').slice(-count);
}
