/**
 * Font files for the server's drawings: packages ship WOFF, the renderer wants TTF. Unpacks WOFF 1.0
 * (https://www.w3.org/TR/WOFF/) and reads how wide letters are from the tables of OpenType: head, hhea, hmtx, cmap.
 */
import { inflateSync } from 'node:zlib';

const WOFF_SIGNATURE = 0x774f4646;
const WOFF_HEADER = 44;
const WOFF_ENTRY = 20;
const SFNT_HEADER = 12;
const SFNT_ENTRY = 16;

interface Table {
  tag: number;
  checksum: number;
  data: Buffer;
}

export function unpackWoff(woff: Buffer): Buffer {
  if (woff.readUInt32BE(0) !== WOFF_SIGNATURE) throw new Error('This is no WOFF 1.0 font file.');
  const count = woff.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, index) =>
    readWoffTable(woff, WOFF_HEADER + index * WOFF_ENTRY),
  );
  return packSfnt(woff.readUInt32BE(4), tables);
}

function readWoffTable(woff: Buffer, at: number): Table {
  const offset = woff.readUInt32BE(at + 4);
  const packedLength = woff.readUInt32BE(at + 8);
  const length = woff.readUInt32BE(at + 12);
  const packed = woff.subarray(offset, offset + packedLength);
  // A table that would not get smaller is stored as it is.
  const data = packedLength < length ? inflateSync(packed, { maxOutputLength: length }) : packed;
  if (data.length !== length) throw new Error('The font file is damaged: a table has the wrong length.');
  return { tag: woff.readUInt32BE(at), checksum: woff.readUInt32BE(at + 16), data };
}

function packSfnt(flavor: number, tables: Table[]): Buffer {
  const log = Math.floor(Math.log2(tables.length));
  const header = Buffer.alloc(SFNT_HEADER + SFNT_ENTRY * tables.length);
  header.writeUInt32BE(flavor, 0);
  header.writeUInt16BE(tables.length, 4);
  header.writeUInt16BE(2 ** log * 16, 6);
  header.writeUInt16BE(log, 8);
  header.writeUInt16BE((tables.length - 2 ** log) * 16, 10);
  const parts: Buffer[] = [header];
  let offset = header.length;
  [...tables]
    .sort((a, b) => a.tag - b.tag)
    .forEach(({ tag, checksum, data }, index) => {
      const at = SFNT_HEADER + index * SFNT_ENTRY;
      header.writeUInt32BE(tag, at);
      header.writeUInt32BE(checksum, at + 4);
      header.writeUInt32BE(offset, at + 8);
      header.writeUInt32BE(data.length, at + 12);
      const padding = (4 - (data.length % 4)) % 4;
      parts.push(data, Buffer.alloc(padding));
      offset += data.length + padding;
    });
  return Buffer.concat(parts);
}

/** Width of a character in em, or null when the face does not have it. */
export type LetterWidth = (codePoint: number) => number | null;

export function readLetterWidths(ttf: Buffer): LetterWidth {
  const tables = listTables(ttf);
  const table = (tag: string): Buffer => {
    const found = tables.get(tag);
    if (!found) throw new Error(`The font file has no table ${tag}.`);
    return found;
  };
  const unitsPerEm = table('head').readUInt16BE(18);
  const metrics = table('hhea').readUInt16BE(34);
  const widths = table('hmtx');
  const glyphOf = readCharacterMap(table('cmap'));
  return (codePoint) => {
    const glyph = glyphOf(codePoint);
    if (glyph === 0) return null;
    // Glyphs past the last metric share it.
    return widths.readUInt16BE(Math.min(glyph, metrics - 1) * 4) / unitsPerEm;
  };
}

function listTables(ttf: Buffer): Map<string, Buffer> {
  const count = ttf.readUInt16BE(4);
  return new Map(
    Array.from({ length: count }, (_, index) => {
      const at = SFNT_HEADER + index * SFNT_ENTRY;
      const start = ttf.readUInt32BE(at + 8);
      const data = ttf.subarray(start, start + ttf.readUInt32BE(at + 12));
      return [ttf.toString('latin1', at, at + 4), data];
    }),
  );
}

/** Unicode, basic plane: a subtable of format 4. Its segments map runs of characters to glyph numbers. */
function readCharacterMap(cmap: Buffer): (codePoint: number) => number {
  const count = cmap.readUInt16BE(2);
  const offsets = Array.from({ length: count }, (_, index) => cmap.readUInt32BE(4 + index * 8 + 4));
  const start = offsets.find((offset) => cmap.readUInt16BE(offset) === 4);
  if (start === undefined) throw new Error('The font file has no character map of format 4.');
  const map = cmap.subarray(start);
  const double = map.readUInt16BE(6);
  const [ends, starts, deltas, ranges] = [14, 16 + double, 16 + 2 * double, 16 + 3 * double];
  return (codePoint) => {
    for (let at = 0; at < double; at += 2) {
      if (codePoint > map.readUInt16BE(ends + at)) continue;
      const first = map.readUInt16BE(starts + at);
      if (codePoint < first) return 0;
      const range = map.readUInt16BE(ranges + at);
      const delta = map.readUInt16BE(deltas + at);
      if (range === 0) return (codePoint + delta) & 0xffff;
      const glyph = map.readUInt16BE(ranges + at + range + (codePoint - first) * 2);
      return glyph === 0 ? 0 : (glyph + delta) & 0xffff;
    }
    return 0;
  };
}
