// The committed demo: every song is there, belongs to its genre's six, and says the truth about its own length.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { MPEGDecoder } from 'mpg123-decoder';
import { expect, test } from 'vitest';
import type { DemoSong } from './build-demo.ts';
import { fileNameOf, listCatalogue } from './catalogue.ts';
import { GENRES } from './song-spec.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const songs = JSON.parse(readFileSync(`${root}demo/songs.json`, 'utf8')) as DemoSong[];

function folderBytes(folder: string): number {
  if (!existsSync(folder)) return 0;
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(`${entry.parentPath}/${entry.name}`).size, 0);
}

test('songs.json lists the catalogue and nothing else lies in demo/', () => {
  expect(songs.map((song) => song.file)).toEqual(
    listCatalogue().map((entry) => fileNameOf(entry.trackTitle)),
  );
  expect(readdirSync(`${root}demo`).sort()).toEqual([...songs.map((song) => song.file), 'songs.json'].sort());
});

test('there are at least 24 songs, six a genre, of 20 to 60 s', () => {
  expect(songs.length).toBeGreaterThanOrEqual(24);
  for (const genre of GENRES)
    expect(songs.filter((song) => song.truth.genre === genre).length).toBeGreaterThanOrEqual(6);
  for (const song of songs) {
    expect(song.truth.seconds, song.file).toBeGreaterThan(20);
    expect(song.truth.seconds, song.file).toBeLessThan(60);
  }
});

test('artists, titles and telephone numbers are all different, and the numbers are fictional ones', () => {
  for (const field of ['artistName', 'trackTitle', 'phoneNumber', 'file'] as const)
    expect(new Set(songs.map((song) => song[field])).size).toBe(songs.length);
  for (const song of songs) {
    expect(song.phoneNumber).toMatch(/^\+1\d{3}55501\d\d$/);
    expect(parsePhoneNumberFromString(song.phoneNumber)?.isValid(), song.phoneNumber).toBe(true);
  }
});

test('truth in songs.json is consistent: sections cover the song, hooks are sections named hook', () => {
  for (const { file, truth } of songs) {
    expect(truth.sections[0].start, file).toBe(0);
    for (let i = 1; i < truth.sections.length; i++)
      expect(truth.sections[i].start, file).toBe(truth.sections[i - 1].end);
    expect(truth.sections.at(-1)?.end, file).toBe(truth.seconds);
    expect(truth.hooks.length, file).toBe(truth.sections.filter((s) => s.kind === 'hook').length);
    if (!truth.flaws.includes('loop-only')) expect(truth.hooks.length, file).toBeGreaterThan(0);
    for (const hook of truth.hooks) expect(hook.end, file).toBeLessThanOrEqual(truth.seconds);
  }
});

test('each file decodes to the length it claims, in one or two channels', async () => {
  const decoder = new MPEGDecoder();
  await decoder.ready;
  for (const { file, truth } of songs) {
    const { samplesDecoded, sampleRate, channelData, errors } = decoder.decode(
      readFileSync(`${root}demo/${file}`),
    );
    expect(errors, file).toHaveLength(0);
    expect(Math.abs(samplesDecoded / sampleRate - truth.seconds), file).toBeLessThan(0.25);
    const peak = channelData[0].reduce((most, x) => Math.max(most, Math.abs(x)), 0);
    expect(peak, file).toBeGreaterThan(0.02);
    await decoder.reset();
  }
  decoder.free();
});

test('demo songs and site media together stay under 12 MB', () => {
  const bytes = folderBytes(`${root}demo`) + folderBytes(`${root}src/shell/public`);
  expect(bytes).toBeGreaterThan(5_000_000);
  expect(bytes).toBeLessThan(12_000_000);
});
