/** Albums to draw covers for: the demo songs in threes, under made-up names. What was heard is kept between runs. */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ENGINE_VERSION, type Measures, measureTrack } from '#audio/measure.ts';
import { describeForCover } from '#features/albums/rules-cover.ts';
import { describeShape } from '#features/scoring/rules-shape.ts';
import type { CoverFacts, CoverTrack } from '#ports/cover-art.ts';

const DEMO = 'demo';
const CACHE = '.cache/covers';

const NAMES: readonly (readonly [album: string, artist: string])[] = [
  ['Saltwater Teeth', 'Mina Okafor'],
  ['Low Ceiling', 'Dre Palomar'],
  ['Paper Sun', 'Elle Vantor'],
  ['Night Shift', 'The Corner Choir'],
  ['Velvet Hour', 'Ade Bright'],
  ['Third Rail', 'Kessler & Roe'],
  ['Honest Weather', 'Juno Marsh'],
  ['Zinc Fence', 'Bobbi Campbell'],
  ['How to Leave a Loud Room', 'Small Hours'],
  ['Receipts', 'Tamsin Vale'],
  ['Glass Parade', 'Otto Lind'],
  ['Sugar Pot', 'Queen Ivory'],
  ['EP', 'Noor'],
  ['Half Past Honest', 'Lowell Grant'],
  ['Blue Hallway', 'Iris & the Current'],
  ['Yard Light', 'Big Kofi'],
  ['Sixteen Floors Up', 'Rana Das'],
  ['Two Spoons', 'The Marlows'],
  ['Postcard Weather', 'Yuki Arai'],
  ['Front Gate', 'Sister Delta'],
  ['Slow Elevator Music for Fast People', 'Hugo Bell'],
  ['Wheel & Come Again', 'Ranking Joyce'],
  ['Übermorgen', 'Änne Grün'],
  ['Corner Store Gospel', 'M. Abernathy'],
  ['Static', 'Vera Kole'],
];

export async function listCoverAlbums(count: number): Promise<CoverFacts[]> {
  const songs = await hearDemo();
  return Array.from({ length: count }, (_, i) => {
    const [albumName, artistName] = NAMES[i % NAMES.length];
    const at = (offset: number) =>
      songs[(i * 5 + offset * (1 + Math.floor(i / songs.length))) % songs.length];
    const tracks = [at(0), at(7), at(13)] as const;
    const seed = createHash('sha256')
      .update(`${i} ${albumName} ${tracks.map(({ title }) => title).join()}`)
      .digest('hex');
    return { seed, edition: 0, albumName, artistName, tracks };
  });
}

async function hearDemo(): Promise<CoverTrack[]> {
  const files = (await readdir(DEMO)).filter((file) => file.endsWith('.mp3')).sort();
  const songs: CoverTrack[] = [];
  for (const file of files) {
    const title = file.replace(/\.mp3$/, '');
    songs.push(describeForCover({ title, sound: describeShape(await hear(file)) }));
  }
  return songs;
}

async function hear(file: string): Promise<Measures> {
  const kept = join(CACHE, `${ENGINE_VERSION}-${file}.json`);
  const known = await readFile(kept, 'utf8').catch(() => null);
  if (known) return JSON.parse(known) as Measures;
  const measures = await measureTrack(new Uint8Array(await readFile(join(DEMO, file))));
  await mkdir(CACHE, { recursive: true });
  await writeFile(kept, JSON.stringify(measures));
  return measures;
}
