/** Entry point: the ear on one file. `npm run analyse -- file.mp3 [--json]`; a file that cannot be heard ends with 1. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { ENGINE_VERSION } from '#audio/measure.ts';
import { printReport } from '#features/analysis/rules-terminal.ts';
import { listenInThread } from '#features/analysis/service-listen.ts';
import { writeReport } from '#features/analysis/service-report.ts';
import { embeddedWriter } from '#providers/writer/embedded.ts';

const flags = process.argv.slice(2).filter((word) => word.startsWith('--'));
const files = process.argv.slice(2).filter((word) => !word.startsWith('--'));

/** On the error stream, so that the report alone can be piped. */
function showProgress(stage: string, fraction: number): void {
  if (process.stderr.isTTY)
    process.stderr.write(`\r${stage.padEnd(10)} ${String(Math.round(100 * fraction)).padStart(3)}%`);
}

async function analyse(path: string, json: boolean): Promise<void> {
  const bytes = await readFile(path);
  const measures = await listenInThread(bytes, new AbortController().signal, showProgress);
  if (process.stderr.isTTY) process.stderr.write('\r                \r');
  const report = await writeReport({ writer: embeddedWriter }, measures, ENGINE_VERSION, {
    artistName: 'The artist',
    trackTitle: basename(path, extname(path)),
    audioSha256: createHash('sha256').update(bytes).digest('hex'),
  });
  console.log(json ? JSON.stringify(report, null, 2) : printReport({ file: basename(path), ...report }));
}

if (files.length !== 1 || flags.some((flag) => flag !== '--json')) {
  console.error('Usage: npm run analyse -- file.mp3 [--json]');
  process.exitCode = 2;
} else {
  try {
    await analyse(files[0], flags.includes('--json'));
  } catch (error) {
    console.error(`${files[0]}: ${(error as Error).message}`);
    process.exitCode = 1;
  }
}
