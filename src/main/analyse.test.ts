/** The engine as a command: what it prints, where, and how it ends. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findProgram } from '#app/test-program.ts';
import { ENGINE_VERSION } from '#audio/measure.ts';
import { measureInThread } from '#features/recordings/service-measure.ts';
import { CLIP } from '#providers/transcription/test-speech.ts';
import { writeTerminalReport } from './print/report.ts';

/** A demo song: everything there is to print occurs in it. */
const SONG = 'demo/copy-of-a-copy.mp3';

interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'soundcheck-analyse-'));
});
afterAll(() => rm(folder, { recursive: true }));

function analyse(...args: string[]): Promise<Ended> {
  return new Promise((resolve) => {
    const command = [findProgram('analyse'), ...args];
    execFile(process.execPath, command, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });
}

test('AN-1 the command prints the same measures as the site, alone on stdout, and a report with meters', async () => {
  const [json, { measures }] = await Promise.all([
    analyse(SONG, '--json', '--no-words'),
    readFile(SONG).then((bytes) => measureInThread(bytes, new AbortController().signal, () => {})),
  ]);
  expect(json.code).toBe(0);
  expect(json.stderr).toMatch(/Listening[\s\S]*Measuring/);
  const said = JSON.parse(json.stdout);
  expect(said).toMatchObject({ file: 'copy-of-a-copy.mp3', engineVersion: ENGINE_VERSION });
  expect(said.measures).toEqual(JSON.parse(JSON.stringify(measures)));
  expect(Number.isInteger(said.score)).toBe(true);

  expect(said.transcription).toBe('Not transcribed: listening for words was left out on request.');
  expect(json.stderr).not.toContain('Words');

  const { file, score, genre, transcription, ...analysis } = said;
  const report = { file, score, genre, transcription, analysis };
  const text = writeTerminalReport(report, { width: 80, colours: false });
  expect(text).toMatch(new RegExp(`Readiness\\s+█.*░* +${said.score} of 100`));
  for (const label of ['Commerciality', 'Flow', 'Production', 'Hook', 'Structure', 'Originality', 'Replay'])
    expect(text).toMatch(new RegExp(`^${label} +[█▏▎▍▌▋▊▉░]{30} +\\d+$`, 'm'));
  expect(text).toMatch(/^Loudness {3,}[█▏▎▍▌▋▊▉░]{30} -\d+\.\d LUFS$/m);
  expect(text).toMatch(/^treble +[█░]{15}│[█░]{15} [+-]?\d+\.\d dB$/m);
  expect(text).toMatch(/^\|\w+·.*\n *▔+$/m);
});

test('AN-3 the command listens for words as the site does, and prints them with their times and rhymes', async () => {
  const { code, stdout, stderr } = await analyse(CLIP.path);
  expect(code).toBe(0);
  expect(stderr).toMatch(/Measuring[\s\S]*Words/);
  const printed = stdout.slice(stdout.indexOf('\nWords (heard by the machine'), stdout.indexOf('\nSummary'));
  for (const line of CLIP.lines)
    for (const part of line.split(',')) expect(printed).toContain(part.trim().replace(/\.$/, '').slice(1));
  expect(printed).toMatch(/^ 0:0\d A {2}\w.*fine\.$[\s\S]*^ 0:0\d A {2}\w.*behind\.$/m);
  expect(stdout).toMatch(/^Lyrics .*\n +Words heard by the machine, 21 words/m);
});

test('AN-5 a bad file ends with 1 and its reason in one sentence', async () => {
  const text = join(folder, 'notes.mp3');
  await writeFile(text, 'These are only words.\n'.repeat(50));
  const [bad, missing] = await Promise.all([analyse(text), analyse(join(folder, 'nothing.mp3'))]);
  expect(bad).toMatchObject({ code: 1, stdout: '' });
  expect(bad.stderr.trim().split('\n').at(-1)).toBe(`${text}: This is a text file, not audio.`);
  expect(missing.code).toBe(1);
  expect(missing.stderr).toMatch(/nothing\.mp3 does not exist\.\n$/);
});
