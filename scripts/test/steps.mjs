/** The checks of `npm test`, in order. Each returns how many tests passed, failed and were skipped, and what to print. */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findBrowser } from './find-browser.mjs';
import { COLOURS, listSpecs, readPlaywrightReport, readVitestReport } from './read-reports.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const bin = (name) => join(root, 'node_modules/.bin', name);

/** Name → step. A step takes the words that narrow the tests down to some files. */
export const STEPS = {
  types: () => runCheck(bin('tsc'), ['-p', '.']),
  'types-tools': () => runCheck(bin('tsc'), ['-p', 'tools']),
  lint: () => runCheck(bin('biome'), ['ci', '--colors=off', '--error-on-warnings', '.']),
  structure: () => runCheck(process.execPath, ['scripts/check-structure.mjs']),
  'dead-code': () => runCheck(bin('knip'), ['--no-progress']),
  unit: (words) => runVitest('unit', words),
  http: (words) => runVitest('http', words),
  build: () => runCheck(process.execPath, ['scripts/prepare.mjs', '--build']),
  e2e: runPlaywright,
};

/** A check that is no test suite counts as one. */
async function runCheck(program, args) {
  const { code, output } = await run(program, args);
  return code === 0
    ? { passed: 1, failed: 0, skipped: 0, lines: [] }
    : { passed: 0, failed: 1, skipped: 0, lines: lastLines(output, 80) };
}

async function runVitest(project, words) {
  const report = freshReport(`vitest-${project}.json`);
  const args = [
    'run',
    '--project',
    project,
    '--reporter=json',
    `--outputFile=${report}`,
    '--passWithNoTests',
  ];
  const { code, output } = await run(bin('vitest'), [...args, ...words]);
  return accountFor(readReport(report, readVitestReport), code, output);
}

async function runPlaywright(words) {
  if (!findBrowser()) return skipBrowserTests(words);
  const report = freshReport('playwright.json');
  const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: report };
  const { code, output } = await run(
    bin('playwright'),
    ['test', '--reporter=json', '--pass-with-no-tests', ...words],
    env,
  );
  return accountFor(readReport(report, readPlaywrightReport), code, output);
}

async function skipBrowserTests(words) {
  const report = freshReport('playwright.json');
  const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: report };
  await run(bin('playwright'), ['test', '--list', '--reporter=json', ...words], env);
  const skipped = readReport(report, listSpecs)?.length ?? 1;
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
    return read(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
}

async function run(program, args, extra = {}) {
  const env = { ...process.env, ...extra, NO_COLOR: '1' };
  // Tests choose their own mode; a production shell must not change what they see.
  delete env.NODE_ENV;
  delete env.FORCE_COLOR;
  const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  const code = await new Promise((resolve) => {
    child.once('error', (error) => {
      output += error.message;
      resolve(-1);
    });
    child.once('close', resolve);
  });
  return { code, output };
}

function lastLines(text, count) {
  return text.replace(COLOURS, '').trim().split('\n').slice(-count);
}
