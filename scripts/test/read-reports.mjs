/** Reads the JSON reports of vitest and Playwright: counts, and for each failure its name and message. */
import { relative } from 'node:path';

// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what colour codes are
export const COLOURS = /\u001b\[[0-9;]*m/g;
const LONGEST_MESSAGE = 25;

export function readVitestReport(report) {
  const files = report.testResults.map((file) => ({ ...file, name: relative(process.cwd(), file.name) }));
  const tests = files.flatMap((file) => file.assertionResults.map((test) => ({ ...test, file: file.name })));
  // A file that could not be loaded has no tests to fail.
  const broken = files.filter((file) => file.status === 'failed' && !file.assertionResults.some(isFailed));
  const failed = tests.filter(isFailed);
  const skipped = tests.filter(({ status }) => status !== 'passed' && status !== 'failed');
  return {
    passed: tests.filter(({ status }) => status === 'passed').length,
    failed: failed.length + broken.length,
    skipped: skipped.length,
    lines: [
      ...failed.flatMap((test) =>
        nameFailure(`${test.file} > ${test.fullName}`, test.failureMessages.join('\n')),
      ),
      ...broken.flatMap((file) => nameFailure(file.name, file.message)),
      ...skipped.map((test) => `skipped: ${test.file} > ${test.fullName}`),
    ],
  };
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

function isFailed({ status }) {
  return status === 'failed';
}

function nameFailure(name, message, verdict = 'FAILED') {
  const text = (message ?? '').replace(COLOURS, '').trim().split('\n').slice(0, LONGEST_MESSAGE);
  return [`${verdict} ${name}`, ...text.map((line) => `    ${line}`)];
}
