/** The fonts the server draws with: unpacked from WOFF, and read for the width of letters. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { readLetterWidths, unpackWoff } from './font-file.ts';

const require = createRequire(import.meta.url);
const read = (face: string) => readFileSync(require.resolve(face));
const archivo = read('@fontsource/archivo-black/files/archivo-black-latin-400-normal.woff');
const mono = read('@fontsource/jetbrains-mono/files/jetbrains-mono-latin-500-normal.woff');

/** The sum of a table's 32-bit words, as the format defines it. */
function checksum(table: Buffer): number {
  let sum = 0;
  const padded = Buffer.concat([table, Buffer.alloc((4 - (table.length % 4)) % 4)]);
  for (let at = 0; at < padded.length; at += 4) sum = (sum + padded.readUInt32BE(at)) >>> 0;
  return sum;
}

test('unpacks to a TrueType file of the size the WOFF announces, every table with its checksum', () => {
  const ttf = unpackWoff(archivo);
  expect(ttf.readUInt32BE(0)).toBe(0x00010000);
  expect(ttf.length).toBe(archivo.readUInt32BE(16));
  const count = ttf.readUInt16BE(4);
  expect(count).toBeGreaterThan(8);
  let checked = 0;
  for (let index = 0; index < count; index += 1) {
    const at = 12 + index * 16;
    const tag = ttf.toString('latin1', at, at + 4);
    // The checksum inside head is computed with one of its own fields zeroed.
    if (tag === 'head') continue;
    const start = ttf.readUInt32BE(at + 8);
    expect(checksum(ttf.subarray(start, start + ttf.readUInt32BE(at + 12))), tag).toBe(
      ttf.readUInt32BE(at + 4),
    );
    checked += 1;
  }
  expect(checked).toBe(count - 1);
});

test('refuses what is no WOFF, and one that was cut off', () => {
  expect(() => unpackWoff(Buffer.from('a plain text that is long enough to be read as a header'))).toThrow(
    /no WOFF/,
  );
  expect(() => unpackWoff(archivo.subarray(0, archivo.length >> 1))).toThrow();
});

test('reads widths: every letter of a typewriter face is 0.6 em, a W is wider than an I', () => {
  const typewriter = readLetterWidths(unpackWoff(mono));
  for (const letter of 'AiW0.') expect(typewriter(letter.codePointAt(0) ?? 0)).toBeCloseTo(0.6, 2);
  const poster = readLetterWidths(unpackWoff(archivo));
  expect(poster(0x57)).toBeGreaterThan((poster(0x49) ?? 9) * 2);
  expect(poster(0x4e00)).toBeNull();
  expect(poster(0x1f600)).toBeNull();
});
