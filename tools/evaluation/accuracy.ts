// Measures recorded tracks with references (where they are at hand) and synthetic songs with known answers, checks on
// demo and recorded tracks that coding and gain do not matter, and writes what came out into the sections of
// docs/method/accuracy.md, and robustness.md. Usage: npm run accuracy [-- songs|real|sung|words|robustness ...]; without a part, all of
// them; songs=12 or robustness=8 takes no more than so many. What was rendered or encoded is kept in .cache, so that a second
// run takes a fraction of the first.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { ENGINE_VERSION, measureTrack } from '#audio/measure.ts';
import { SHEET_VERSION } from '#features/scoring/rules-sheet.ts';
import {
  compareSong,
  compareTrack,
  readReferences,
  type SongComparison,
  type TrackComparison,
} from './accuracy/compare.ts';
import { measureReal } from './accuracy/real.ts';
import { checkRobustness, type Robustness, writeRobustness } from './accuracy/robustness.ts';
import { readSong, renderSongs } from './accuracy/songs.ts';
import { measureSung } from './accuracy/sung.ts';
import { measureWords } from './accuracy/words.ts';
import { describeSongs, describeTracks, putSection } from './accuracy/write-report.ts';
import { measureFile } from './measure-once.ts';

/** Beside the project, not in it: music that is not ours to pass on. */
const MUSIC = '../shared/music';
const REAL = `${MUSIC}/real`;
const REPORT = 'docs/method/accuracy.md';
const ROBUSTNESS = 'docs/method/robustness.md';
const DEMO = 'demo';
const SONGS = 40;

async function measureRecorded(): Promise<TrackComparison[]> {
  const table = `${MUSIC}/reference.tsv`;
  if (!existsSync(table)) {
    console.log(`no ${table}: recorded music is left out`);
    return [];
  }
  const comparisons: TrackComparison[] = [];
  for (const reference of readReferences(readFileSync(table, 'utf8'))) {
    const bytes = readFileSync(`${MUSIC}/${reference.track}.mp3`);
    comparisons.push(compareTrack(reference, await measureFile(bytes)));
    console.log(`measured ${reference.track}`);
  }
  return comparisons;
}

async function measureSynthetic(count: number): Promise<SongComparison[]> {
  await renderSongs(count);
  const comparisons: SongComparison[] = [];
  for (let i = 0; i < count; i++) {
    const { bytes, truth } = readSong(i);
    comparisons.push(compareSong(truth, await measureTrack(bytes)));
    console.log(`measured song ${i + 1} of ${count}`);
  }
  return comparisons;
}

const listTracks = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith('.mp3'))
        .map((name) => `${folder}/${name}`)
    : [];

/** Recorded music first, where there may not be time for all. */
async function measureRobustness(most: number): Promise<Robustness[]> {
  const results: Robustness[] = [];
  for (const path of [...listTracks(MUSIC), ...listTracks(DEMO)].slice(0, most)) {
    const name = path.slice(path.lastIndexOf('/') + 1, -'.mp3'.length);
    results.push(await checkRobustness(name, readFileSync(path)));
    console.log(`checked ${name}`);
  }
  return results;
}

mkdirSync('docs/method', { recursive: true });
const parts = new Map(
  process.argv.slice(2).map((part) => {
    const [name, most] = part.split('=');
    return [name, most] as const;
  }),
);
const wanted = (part: 'songs' | 'real' | 'sung' | 'words' | 'robustness') =>
  parts.size === 0 || parts.has(part);
const mostOf = (part: 'songs' | 'robustness', all: number) => Number(parts.get(part) ?? all);
const readReport = () => (existsSync(REPORT) ? readFileSync(REPORT, 'utf8') : '');

if (wanted('songs')) {
  const songs = await measureSynthetic(mostOf('songs', SONGS));
  const sections = [
    describeTracks(ENGINE_VERSION, await measureRecorded()),
    describeSongs(ENGINE_VERSION, songs),
  ];
  writeFileSync(REPORT, sections.reduce(putSection, readReport()));
  console.log(`wrote ${REPORT}`);
}
if (wanted('real')) writeFileSync(REPORT, putSection(readReport(), await measureReal(REAL)));
if (wanted('sung')) writeFileSync(REPORT, putSection(readReport(), await measureSung(REAL)));
if (wanted('words')) writeFileSync(REPORT, putSection(readReport(), await measureWords()));
if (wanted('robustness')) {
  const results = await measureRobustness(mostOf('robustness', Number.POSITIVE_INFINITY));
  writeFileSync(ROBUSTNESS, writeRobustness(ENGINE_VERSION, SHEET_VERSION, results));
  console.log(`wrote ${ROBUSTNESS}`);
}
