/**
 * Writes a ZIP archive of files that are compressed already (music, pictures), so they are only stored. After PKWARE's
 * APPNOTE 6.3: a local header before each file, the central directory at the end. One file is in memory at a time; large
 * ones, whose checksum is known already, go through as they are read.
 */
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';

/** With its path in the archive, with forward slashes. Read when its turn comes. */
export type ZipEntry =
  | { name: string; read(): Promise<Uint8Array> }
  | { name: string; size: number; crc32: number; stream(): AsyncIterable<Uint8Array> };

const VERSION = 20;
/** Made on Unix, files of mode 0644: from MS-DOS, some readers would take the names for code page 850 all the same. */
const MADE_BY = (3 << 8) | VERSION;
const FILE_MODE = 0o100644;
/** Names are UTF-8. */
const FLAGS = 0x0800;
const LOCAL_HEADER = 0x04034b50;
const CENTRAL_HEADER = 0x02014b50;
const END_RECORD = 0x06054b50;
/** Without the 64-bit extension an archive has at most 65,535 files and 4 GiB. */
const MOST_ENTRIES = 65_535;

export function streamZip(entries: readonly ZipEntry[], modifiedAt: Date): Readable {
  if (entries.length > MOST_ENTRIES) throw new Error('Too many files for one archive.');
  return Readable.from(printArchive(entries, dosTime(modifiedAt)), { objectMode: false });
}

async function* printArchive(entries: readonly ZipEntry[], time: number): AsyncGenerator<Buffer> {
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const data = 'read' in entry ? await entry.read() : null;
    const { size, checksum } =
      'read' in entry
        ? { size: data!.byteLength, checksum: crc32(data!) }
        : { size: entry.size, checksum: entry.crc32 };
    const name = Buffer.from(entry.name);
    const facts = describeEntry(time, checksum, size, name.byteLength);
    const header = Buffer.alloc(30);
    header.writeUInt32LE(LOCAL_HEADER, 0);
    facts.copy(header, 4);
    directory.push(printDirectoryEntry(facts, name, offset));
    yield Buffer.concat([header, name]);
    const chunks = 'read' in entry ? [data!] : entry.stream();
    for await (const chunk of chunks) yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    offset += header.length + name.length + size;
  }
  const listing = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(END_RECORD, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(listing.length, 12);
  end.writeUInt32LE(offset, 16);
  yield Buffer.concat([listing, end]);
}

/** The 26 bytes that the local header and the directory share: version to length of the extra field. */
function describeEntry(time: number, checksum: number, size: number, nameLength: number): Buffer {
  const facts = Buffer.alloc(26);
  facts.writeUInt16LE(VERSION, 0);
  facts.writeUInt16LE(FLAGS, 2);
  facts.writeUInt16LE(0, 4); // stored
  facts.writeUInt32LE(time, 6);
  facts.writeUInt32LE(checksum, 10);
  facts.writeUInt32LE(size, 14);
  facts.writeUInt32LE(size, 18);
  facts.writeUInt16LE(nameLength, 22);
  return facts;
}

function printDirectoryEntry(facts: Buffer, name: Buffer, offset: number): Buffer {
  const header = Buffer.alloc(46);
  header.writeUInt32LE(CENTRAL_HEADER, 0);
  header.writeUInt16LE(MADE_BY, 4);
  facts.copy(header, 6);
  header.writeUInt32LE((FILE_MODE << 16) >>> 0, 38);
  header.writeUInt32LE(offset, 42);
  return Buffer.concat([header, name]);
}

/** MS-DOS date and time, in UTC: two seconds are the smallest step, 1980 is the first year. */
function dosTime(at: Date): number {
  const year = Math.max(1980, at.getUTCFullYear()) - 1980;
  const date = (year << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  return ((date << 16) | time) >>> 0;
}
