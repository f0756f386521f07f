// Measures recorded tracks with references (where they are at hand) and synthetic songs with known answers, checks on
// demo and recorded tracks that coding and gain do not matter, and writes docs/method/accuracy.md and robustness.md with
// what came out. Usage: npm run accuracy [-- number of songs], or npm run accuracy -- robustness [recorded] for the second
// alone, with recorded music, which takes minutes, or without
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { ENGINE_VERSION, measureTrack } from '#audio/measure.ts';
import { SHEET_VERSION } from '#features/analysis/rules-sheet.ts';
import {
  compareSong,
  compareTrack,
  readReferences,
  type SongComparison,
  type TrackComparison,
} from './accuracy/compare.ts';
import { checkRobustness, type Robustness, writeRobustness } from './accuracy/robustness.ts';
import { readSong, renderSongs } from './accuracy/songs.ts';
import { measureWords, putSection } from './accuracy/words.ts';
import { writeReport } from './accuracy/write-report.ts';

/** Beside the project, not in it: music that is not ours to pass on. */
const MUSIC = '../shared/music';
const REPORT = 'docs/method/accuracy.md';
const ROBUSTNESS = 'docs/method/robustness.md';
/** Of every genre and of the demo's faults, so that low, middling and high scores are all moved. */
const STEADY = [
  ...['corner-store-gospel', 'third-rail', 'yard-light', 'wheel-and-come-again'],
  ...['paper-sun', 'velvet-hour', 'zinc-fence', 'night-shift'],
].map((name) => `demo/${name}.mp3`);
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
    comparisons.push(compareTrack(reference, await measureTrack(bytes)));
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

async function measureRobustness(withRecorded: boolean): Promise<Robustness[]> {
  const recorded =
    withRecorded && existsSync(MUSIC)
      ? readdirSync(MUSIC)
          .filter((name) => name.endsWith('.mp3'))
          .map((name) => `${MUSIC}/${name}`)
      : [];
  const results: Robustness[] = [];
  for (const path of [...STEADY, ...recorded]) {
    const name = path.slice(path.lastIndexOf('/') + 1, -'.mp3'.length);
    results.push(await checkRobustness(name, readFileSync(path)));
    console.log(`checked ${name}`);
  }
  return results;
}

mkdirSync('docs/method', { recursive: true });
const [wanted = String(SONGS), recorded] = process.argv.slice(2);
if (wanted !== 'robustness') {
  const songs = await measureSynthetic(Number(wanted));
  const report = writeReport(ENGINE_VERSION, await measureRecorded(), songs);
  writeFileSync(REPORT, putSection(report, await measureWords()));
  console.log(`wrote ${REPORT}`);
}
const steadiness = await measureRobustness(recorded === 'recorded');
writeFileSync(ROBUSTNESS, writeRobustness(ENGINE_VERSION, SHEET_VERSION, steadiness));
console.log(`wrote ${ROBUSTNESS}`);
