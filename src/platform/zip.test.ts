/** The archive writer against a reader of its own here, and against `unzip` where that is installed. */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { streamZip } from './zip.ts';

const AT = new Date('2026-11-15T05:40:31Z');
const FILES: Record<string, Buffer> = {
  'Mina - Saltwater/cover.jpg': randomBytes(70_000),
  'Mina - Saltwater/01 Überströmung – 潮.mp3': randomBytes(123_457),
  'Mina - Saltwater/02 Ein 🎛️ Titel.mp3': Buffer.alloc(0),
  'Mina - Saltwater/metadata.csv': Buffer.from('\uFEFFTrack,Title\r\n1,潮\r\n'),
};

const print = () =>
  buffer(
    streamZip(
      Object.entries(FILES).map(([name, bytes]) => ({ name, read: async () => bytes })),
      AT,
    ),
  );

interface Found {
  name: string;
  flags: number;
  method: number;
  time: number;
  crc: number;
  compressed: number;
  size: number;
  data: Buffer;
}

/** Reads by the central directory, as every reader does, and checks that each local header says the same. */
function readArchive(zip: Buffer): Found[] {
  const end = zip.length - 22;
  expect(zip.readUInt32LE(end)).toBe(0x06054b50);
  let at = zip.readUInt32LE(end + 16);
  expect(at + zip.readUInt32LE(end + 12)).toBe(end);
  return Array.from({ length: zip.readUInt16LE(end + 10) }, () => {
    expect(zip.readUInt32LE(at)).toBe(0x02014b50);
    const nameLength = zip.readUInt16LE(at + 28);
    const local = zip.readUInt32LE(at + 42);
    expect(zip.readUInt32LE(local)).toBe(0x04034b50);
    expect(zip.subarray(local + 4, local + 30)).toEqual(zip.subarray(at + 6, at + 32));
    const size = zip.readUInt32LE(at + 24);
    const start = local + 30 + nameLength;
    const found = {
      name: zip.toString('utf8', at + 46, at + 46 + nameLength),
      flags: zip.readUInt16LE(at + 8),
      method: zip.readUInt16LE(at + 10),
      time: zip.readUInt32LE(at + 12),
      crc: zip.readUInt32LE(at + 16),
      compressed: zip.readUInt32LE(at + 20),
      size,
      data: zip.subarray(start, start + size),
    };
    at += 46 + nameLength;
    return found;
  });
}

test('an archive holds every file with its name, size, checksum and bytes', async () => {
  const found = readArchive(await print());
  expect(found.map(({ name }) => name)).toEqual(Object.keys(FILES));
  for (const { name, data, crc, size, compressed, flags, method, time } of found) {
    expect(data.equals(FILES[name]), name).toBe(true);
    expect([crc, size, compressed], name).toEqual([crc32(data), data.length, data.length]);
    // Names are UTF-8, bytes are stored; 15 November 2026, 05:40:30 in two-second steps.
    expect([flags, method, time], name).toEqual([
      0x0800,
      0,
      ((46 << 25) | (11 << 21) | (15 << 16) | (5 << 11) | (40 << 5) | 15) >>> 0,
    ]);
  }
});

const hasUnzip = spawnSync('unzip', ['-v']).status === 0;
if (!hasUnzip) console.warn('skipped: unzip is not installed, the archive is read by our own reader only');

test.skipIf(!hasUnzip)('unzip finds no fault with it and gives the files back, names and all', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'soundcheck-zip-'));
  try {
    const path = join(folder, 'release.zip');
    await writeFile(path, await print());
    const env = { ...process.env, LC_ALL: 'C.UTF-8' };
    const tested = spawnSync('unzip', ['-t', path], { encoding: 'utf8', env });
    expect([tested.status, tested.stdout]).toEqual([0, expect.stringContaining('No errors detected')]);
    expect(spawnSync('unzip', ['-q', path, '-d', folder], { env }).status).toBe(0);
    for (const [name, bytes] of Object.entries(FILES))
      expect((await readFile(join(folder, name))).equals(bytes), name).toBe(true);
    // A byte changed on the way is noticed: the test above can fail.
    const broken = await print();
    broken[200] ^= 1;
    await writeFile(path, broken);
    expect(spawnSync('unzip', ['-t', path], { env }).status).not.toBe(0);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
