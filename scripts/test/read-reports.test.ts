import { expect, test } from 'vitest';
import { readPlaywrightReport, readVitestReport } from './read-reports.mjs';

test('vitest: counts, names failures with their message, and names what was skipped', () => {
  const result = readVitestReport({
    testResults: [
      {
        name: `${process.cwd()}/src/a.test.ts`,
        status: 'failed',
        assertionResults: [
          { status: 'passed', fullName: 'adds', failureMessages: [] },
          {
            status: 'failed',
            fullName: 'divides',
            failureMessages: ['\u001b[31mexpected 1 to be 2\u001b[39m'],
          },
          { status: 'skipped', fullName: 'needs root', failureMessages: [] },
        ],
      },
      {
        name: `${process.cwd()}/src/b.test.ts`,
        status: 'failed',
        message: 'cannot load',
        assertionResults: [],
      },
    ],
  });
  expect(result).toEqual({
    passed: 1,
    failed: 2,
    skipped: 1,
    lines: [
      'FAILED src/a.test.ts > divides',
      '    expected 1 to be 2',
      'FAILED src/b.test.ts',
      '    cannot load',
      'skipped: src/a.test.ts > needs root',
    ],
  });
});

test('playwright: nested suites, a test that only sometimes fails, and a failed start all count', () => {
  const spec = (title: string, status: string, message?: string) => ({
    title,
    file: 'upload.spec.ts',
    tests: [{ status, results: [{ errors: message ? [{ message }] : [] }] }],
  });
  const result = readPlaywrightReport({
    errors: [{ message: 'the app did not start' }],
    suites: [
      {
        title: 'upload.spec.ts',
        specs: [spec('uploads', 'expected'), spec('is slow', 'flaky', 'timed out')],
        suites: [
          { title: 'phone', specs: [spec('drawer', 'unexpected', 'not visible'), spec('later', 'skipped')] },
        ],
      },
    ],
  });
  expect(result).toMatchObject({ passed: 2, failed: 2, skipped: 1 });
  expect(result.lines).toEqual([
    'FAILED before the tests',
    '    the app did not start',
    'FAILED upload.spec.ts > phone > drawer',
    '    not visible',
    'UNSTABLE upload.spec.ts > is slow',
    '    timed out',
    'skipped: upload.spec.ts > phone > later',
  ]);
});
