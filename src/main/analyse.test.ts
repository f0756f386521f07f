/** The command as a user runs it: a readable report, JSON on request, and a reason when a file cannot be heard. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'analyse-'));
afterAll(() => rmSync(folder, { recursive: true }));

const run = promisify(execFile);
const analyse = (...words: string[]) =>
  run(process.execPath, ['--import', 'tsx', 'src/main/analyse.ts', ...words], { maxBuffer: 1 << 24 });

test('AN-1 AN-3 one file gives the report, with the same engine, twice the same', async () => {
  const text = (await analyse('demo/receipts.mp3')).stdout;
  expect(text).toMatch(/Readiness +█+░* +\d+/);
  for (const title of ['Production', 'Flow', 'Lyrics', 'Hook', 'Structure', 'Commerciality', 'Originality'])
    expect(text).toContain(title);
  const json = JSON.parse((await analyse('demo/receipts.mp3', '--json')).stdout);
  expect(text).toContain(String(json.score));
  expect(json.analysis.measures.tempoBpm).toBeGreaterThan(0);
}, 120_000);

test('AN-5 a bad file ends with 1 and says why; a wrong call with 2', async () => {
  const bad = join(folder, 'bad.mp3');
  writeFileSync(bad, 'this is no music'.repeat(500));
  await expect(analyse(bad)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/bad\.mp3: .{10,}/),
  });
  await expect(analyse(join(folder, 'none.mp3'))).rejects.toMatchObject({ code: 1 });
  await expect(analyse()).rejects.toMatchObject({ code: 2 });
}, 120_000);
