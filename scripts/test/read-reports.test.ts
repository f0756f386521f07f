import { expect, test } from 'vitest';
import { readPlaywrightReport, readVitestReport } from './read-reports.mjs';

test('vitest: counts, names failures with their message, what was skipped, and files that never ended', () => {
  const report = [
    { files: ['src/a.test.ts', 'src/b.test.ts', 'src/c.test.ts'] },
    {
      file: 'src/a.test.ts',
      failed: true,
      message: '',
      tests: [
        { name: 'adds', state: 'passed', message: '' },
        { name: 'divides', state: 'failed', message: '\u001b[31mexpected 1 to be 2\u001b[39m' },
        { name: 'needs root', state: 'skipped', message: '' },
      ],
    },
    { file: 'src/b.test.ts', failed: true, message: 'cannot load', tests: [] },
  ];
  const text = report.map((line) => `${JSON.stringify(line)}\n`).join('');
  expect(readVitestReport(text)).toEqual({
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
    failing: ['src/a.test.ts', 'src/b.test.ts'],
    unfinished: ['src/c.test.ts'],
  });
  // What runs once more is named, and counts when it has.
  expect(readVitestReport(text, true)).toMatchObject({
    passed: 0,
    failed: 0,
    skipped: 0,
    lines: [
      'UNSTABLE src/a.test.ts > divides',
      '    expected 1 to be 2',
      'UNSTABLE src/b.test.ts',
      '    cannot load',
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
