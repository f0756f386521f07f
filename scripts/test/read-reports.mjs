/** Reads the reports of vitest and Playwright: counts, and for each failure its name and message. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what colour codes are
export const COLOURS = /\u001b\[[0-9;]*m/g;
const LONGEST_MESSAGE = 25;

/**
 * `text`: what vitest-progress.mjs wrote. `failing`: files in which something failed; `unfinished`: files that were to run
 * and never ended. With `again` the failing ones get a second chance: they are named, and nothing of them is counted.
 */
export function readVitestReport(text, again = false) {
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const files = lines.filter(({ file }) => file);
  const counted = again ? files.filter(({ failed }) => !failed) : files;
  const tests = counted.flatMap(({ file, tests }) => tests.map((test) => ({ ...test, file })));
  const broken = counted.filter(({ failed, tests }) => failed && !tests.some(isFailed));
  const skipped = tests.filter(({ state }) => state !== 'passed' && state !== 'failed');
  const ended = new Set(files.map(({ file }) => file));
  return {
    passed: tests.filter(({ state }) => state === 'passed').length,
    failed: tests.filter(isFailed).length + broken.length,
    skipped: skipped.length,
    lines: [
      ...files.flatMap((file) => nameFailures(file, again ? 'UNSTABLE' : 'FAILED')),
      ...skipped.map(({ file, name }) => `skipped: ${file} > ${name}`),
    ],
    failing: files.filter(({ failed }) => failed).map(({ file }) => file),
    unfinished: lines.flatMap((line) => line.files ?? []).filter((file) => !ended.has(file)),
  };
}

/** A file that could not be loaded has no tests to fail. */
function nameFailures({ file, failed, message, tests }, verdict) {
  const named = tests
    .filter(isFailed)
    .flatMap((test) => nameFailure(`${file} > ${test.name}`, test.message, verdict));
  return failed && named.length === 0 ? nameFailure(file, message, verdict) : named;
}

export function readPlaywrightReport(report) {
  const specs = listSpecs(report);
  const withStatus = (status) => specs.filter((spec) => spec.tests.some((test) => test.status === status));
  const failed = withStatus('unexpected');
  const unstable = withStatus('flaky');
  const skipped = withStatus('skipped');
  const errors = (report.errors ?? []).map((error) => error.message ?? String(error));
  return {
    passed: withStatus('expected').length + unstable.length,
    failed: failed.length + errors.length,
    skipped: skipped.length,
    lines: [
      ...errors.flatMap((message) => nameFailure('before the tests', message)),
      ...failed.flatMap((spec) => nameFailure(`${spec.file} > ${spec.title}`, messageOf(spec))),
      // Passed, but only when asked again: said in full, so that somebody mends it.
      ...unstable.flatMap((spec) => nameFailure(`${spec.file} > ${spec.title}`, messageOf(spec), 'UNSTABLE')),
      ...skipped.map((spec) => `skipped: ${spec.file} > ${spec.title}`),
    ],
  };
}

/** All specs of the nested suites; a suite's title goes before its specs'. */
export function listSpecs(report) {
  const walk = (suite, titles) => [
    ...suite.specs.map((spec) => ({ ...spec, title: [...titles, spec.title].join(' > ') })),
    ...(suite.suites ?? []).flatMap((inner) => walk(inner, [...titles, inner.title])),
  ];
  return report.suites.flatMap((suite) => walk(suite, []));
}

function messageOf(spec) {
  const results = spec.tests.flatMap((test) => test.results);
  return results
    .flatMap((result) => result.errors ?? [])
    .map((error) => error.message)
    .join('\n');
}

function isFailed({ state }) {
  return state === 'failed';
}

export function nameFailure(name, message, verdict = 'FAILED') {
  const text = (message ?? '').replace(COLOURS, '').trim().split('\n').slice(0, LONGEST_MESSAGE);
  return [`${verdict} ${name}`, ...text.map((line) => `    ${line}`)];
}
