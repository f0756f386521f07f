// The synthetic songs that accuracy is counted on: rendered once, by as many processes as there are cores, and kept until
// what composes them changes. Rendering takes minutes, measuring seconds.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { composeSong } from '../../composer/compose-song.ts';
import { encodeMp3 } from '../../composer/encode-mp3.ts';
import { GENRES, randomSpec, type SongTruth } from '../../composer/song-spec.ts';

/** Seeds no demo track uses, so that nothing shipped is tuned on what is counted here. */
const FIRST_SEED = 70_000;
/** Every tenth song is of full length. */
const LONG_EVERY = 10;
const LONG_SECONDS = 120;
const KBPS = 128;
const COMPOSER = 'tools/composer';
const FOLDER = '.cache/songs';

export interface RenderedSong {
  bytes: Uint8Array;
  truth: SongTruth;
}

/** Where song `index` is kept: a change of the composer gives another name. */
function placeOf(index: number): string {
  const hash = createHash('sha256').update(`${FIRST_SEED} ${LONG_EVERY} ${LONG_SECONDS} ${KBPS}`);
  for (const name of readdirSync(COMPOSER).sort())
    if (!name.endsWith('.test.ts')) hash.update(readFileSync(`${COMPOSER}/${name}`));
  return `${FOLDER}/${hash.digest('hex').slice(0, 12)}-${index}`;
}

export async function renderSong(index: number): Promise<void> {
  const place = placeOf(index);
  if (existsSync(`${place}.json`)) return;
  mkdirSync(FOLDER, { recursive: true });
  const length = index % LONG_EVERY === LONG_EVERY - 1 ? { targetSeconds: LONG_SECONDS } : {};
  const song = composeSong(randomSpec(FIRST_SEED + index, GENRES[index % GENRES.length], length));
  writeFileSync(`${place}.mp3`, await encodeMp3(song.left, song.right, song.sampleRate, { kbps: KBPS }));
  // Last and at once: a song without its truth is not there.
  writeFileSync(`${place}.part`, JSON.stringify(song.truth));
  renameSync(`${place}.part`, `${place}.json`);
}

/** Song after song, in order; each renders what is missing of its share. */
export async function renderSongs(count: number): Promise<void> {
  const workers = Math.min(count, availableParallelism());
  await Promise.all(
    Array.from({ length: workers }, async (_, worker) => {
      const args = [
        ...process.execArgv,
        'tools/evaluation/accuracy/render-songs.ts',
        `${worker}`,
        `${workers}`,
        `${count}`,
      ];
      const child = spawn(process.execPath, args, { stdio: 'inherit' });
      const code = await new Promise<number | null>((resolve) => child.on('exit', resolve));
      if (code !== 0) throw new Error(`rendering songs ended with code ${code}`);
    }),
  );
}

export function readSong(index: number): RenderedSong {
  const place = placeOf(index);
  return { bytes: readFileSync(`${place}.mp3`), truth: JSON.parse(readFileSync(`${place}.json`, 'utf8')) };
}
