// Composes the demo catalogue into demo/: one MP3 a song, and songs.json with what is true of each.
// Run by `npm run compose`; give titles or parts of them to make only those. The result is the same to the byte each time.
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type CatalogueEntry, fileNameOf, listCatalogue } from './catalogue.ts';
import { composeSong } from './compose-song.ts';
import { encodeMp3 } from './encode-mp3.ts';
import { planForm } from './form.ts';
import { measureLufs } from './loudness.ts';
import type { SongTruth } from './song-spec.ts';

const FOLDER = fileURLToPath(new URL('../../demo/', import.meta.url));

/** 80 kbit/s at 32 kHz: 16 kHz of bandwidth in 10 kB a second, so that 25 songs stay under 9 MB. */
const QUALITY = { kbps: 80, rate: 32000 } as const;
const MONO_QUALITY = { kbps: 64, rate: 32000 } as const;

export interface DemoSong {
  file: string;
  artistName: string;
  trackTitle: string;
  phoneNumber: string;
  truth: SongTruth;
}

async function buildSong(entry: CatalogueEntry): Promise<DemoSong> {
  const file = fileNameOf(entry.trackTitle);
  const song = composeSong(entry.spec);
  const mono = entry.spec.flaws.includes('mono');
  const bytes = await encodeMp3(
    song.left,
    mono ? null : song.right,
    song.sampleRate,
    mono ? MONO_QUALITY : QUALITY,
  );
  writeFileSync(`${FOLDER}${file}`, bytes);
  const form = planForm(entry.spec)
    .map((section) => section.kind[0])
    .join('');
  console.log(
    `${file.padEnd(28)} ${entry.spec.substyle.padEnd(10)} ${song.truth.key.padEnd(9)} ${song.truth.seconds.toFixed(1)} s  ${measureLufs(song).toFixed(1)} LUFS  ${form}  ${bytes.length} bytes`,
  );
  const { artistName, trackTitle, phoneNumber } = entry;
  return { file, artistName, trackTitle, phoneNumber, truth: song.truth };
}

async function buildDemo(wanted: readonly string[]): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  const songs: DemoSong[] = [];
  for (const entry of listCatalogue()) {
    if (wanted.length > 0 && !wanted.some((part) => fileNameOf(entry.trackTitle).includes(part))) continue;
    songs.push(await buildSong(entry));
  }
  if (wanted.length === 0) writeFileSync(`${FOLDER}songs.json`, `${JSON.stringify(songs, null, 2)}\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildDemo(process.argv.slice(2));
