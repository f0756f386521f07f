// The queue's own tables are pg-boss's and may change with it: nothing but this folder reads them.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const src = new URL('../../', import.meta.url);

test('no other source names the schema of the queue', () => {
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.tsx?$/.test(file),
  );
  const naming = files.filter((file) => /\bpgboss\b/.test(readFileSync(new URL(file, src), 'utf8')));
  expect(naming).toContain('platform/jobs/queue.ts');
  expect(naming.filter((file) => !/^platform\/jobs\/|\.test\.ts$|\/test-[^/]+\.ts$/.test(file))).toEqual([]);
});
