/**
 * Draws covers for albums of demo songs: a sheet of 24 for the documents, and how alike the most alike of 50 are.
 * `npm run covers`; with `--check` nothing is written and two covers that look alike, or one that changes, fail.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { openEmbeddedCovers } from '#providers/cover-art/embedded.ts';
import { findNearest, hashPicture } from '#providers/cover-art/test-likeness.ts';
import { listCoverAlbums } from './covers/albums.ts';

const SHEET = 24;
const CHECKED = 50;
const COLUMNS = 6;
const TILE = 300;
const GAP = 12;
/** Two covers nearer than this look like one (bits of 63). */
const LEAST_DISTANCE = 8;

const check = process.argv.includes('--check');
const covers = openEmbeddedCovers();
const pictures: Buffer[] = [];
for (const album of await listCoverAlbums(check ? CHECKED : SHEET)) {
  const { bytes } = await covers.drawCover(album);
  if (check && !bytes.equals((await covers.drawCover(album)).bytes)) {
    console.error(`The cover of ${album.albumName} came out differently the second time.`);
    process.exit(1);
  }
  pictures.push(bytes);
}
const hashes = await Promise.all(pictures.map(hashPicture));
const { distance, pair } = findNearest(hashes);
console.log(
  `${pictures.length} covers; the two most alike (${pair.join(' and ')}) differ in ${distance} of 63 bits.`,
);
if (check && distance < LEAST_DISTANCE) process.exit(1);
if (!check) await writeSheet(pictures);

async function writeSheet(all: readonly Buffer[]): Promise<void> {
  const rows = Math.ceil(all.length / COLUMNS);
  const tiles = await Promise.all(all.map((picture) => sharp(picture).resize(TILE, TILE).toBuffer()));
  const place = (count: number) => GAP + count * (TILE + GAP);
  const sheet = await sharp({
    create: { width: place(COLUMNS), height: place(rows), channels: 3, background: '#0e0d0b' },
  })
    .composite(
      tiles.map((input, index) => ({
        input,
        left: place(index % COLUMNS),
        top: place(Math.floor(index / COLUMNS)),
      })),
    )
    .webp({ quality: 82 })
    .toBuffer();
  await mkdir('docs/covers', { recursive: true });
  await writeFile('docs/covers/sheet.webp', sheet);
}
