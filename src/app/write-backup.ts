/**
 * A backup of a site that runs: the database as it was at one moment, then the objects. What the database names at that
 * moment is still in the store afterwards, for objects are only ever added, and swept ones wait in quarantine for a week.
 */
import { createHash, type Hash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { access, appendFile, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Deps } from '#deps.ts';
import { connect } from '#platform/db/connect.ts';
import { type CopiedTable, readDatabase } from '#platform/db/copy-database.ts';
import { readDone } from '#platform/db/migrate.ts';
import { StartError } from '#platform/errors.ts';
import { type ObjectStorage, StorageError } from '#ports/storage.ts';
import {
  digest,
  fileOfObject,
  fileOfTable,
  MANIFEST,
  type Manifest,
  OBJECT_LIST,
  type TableFile,
} from './backup-files.ts';
import { OWNER_MARK } from './claim-storage.ts';

const AT_ONCE = 8;
const PRIVATE = { mode: 0o600, flush: true } as const;

interface BackupOptions {
  databaseUrl: string;
  /** Must not be there yet. */
  folder: string;
  withObjects: boolean;
}

export async function writeBackup(
  deps: Pick<Deps, 'storage' | 'tokens' | 'clock'>,
  { databaseUrl, folder, withObjects }: BackupOptions,
): Promise<Manifest> {
  if (await exists(folder)) throw new StartError(`${folder} is there already: give a backup a new name.`);
  const partial = `${folder}.partial`;
  await rm(partial, { recursive: true, force: true });
  // Names and numbers of people are in it.
  await mkdir(join(partial, 'tables'), { recursive: true, mode: 0o700 });
  try {
    const manifest: Manifest = {
      format: 'soundcheck backup 1',
      madeAt: deps.clock.now().toISOString(),
      secretDigest: digestSecret(deps),
      ...(await writeTables(databaseUrl, partial)),
      objects: withObjects ? await writeObjects(deps.storage, partial) : null,
    };
    await writeFile(join(partial, MANIFEST), `${JSON.stringify(manifest, null, 1)}\n`, PRIVATE);
    await rename(partial, folder);
    return manifest;
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw error;
  }
}

/** Tells two secrets apart without giving one away. */
export const digestSecret = ({ tokens }: Pick<Deps, 'tokens'>) => tokens.digest('secret', 'the same for all');

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

async function writeTables(
  url: string,
  folder: string,
): Promise<Pick<Manifest, 'migrations' | 'tables' | 'sequences'>> {
  const { pool, close } = connect(url, { max: 1 });
  const tables: TableFile[] = [];
  try {
    const migrations = [...(await readDone(pool)).keys()].sort();
    const client = await pool.connect();
    try {
      const sequences = await readDatabase(client, async (table, write) => {
        tables.push(await writeTable(folder, table, write));
      });
      return { migrations, tables, sequences };
    } finally {
      // Closed, not put back: after a failure it is in the middle of something.
      client.release(true);
    }
  } finally {
    await close();
  }
}

async function writeTable(
  folder: string,
  table: CopiedTable,
  write: (sink: NodeJS.WritableStream & Transform) => Promise<number>,
): Promise<TableFile> {
  const gzip = createGzip();
  const hashing = createHash('sha256');
  const file = createWriteStream(join(folder, fileOfTable(table)), PRIVATE);
  const written = finished(gzip.pipe(hashOnTheWay(hashing)).pipe(file));
  // A full disk ends the file, not the pipe before it: nobody would drain it.
  file.once('error', (error) => gzip.destroy(error));
  const rows = await Promise.race([write(gzip), written.then(() => 0)]);
  gzip.end();
  await written;
  return { ...table, rows, sha256: hashing.digest('hex') };
}

const hashOnTheWay = (hashing: Hash) =>
  new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hashing.update(chunk);
      done(null, chunk);
    },
  });

async function writeObjects(storage: ObjectStorage, folder: string): Promise<Manifest['objects']> {
  const list = join(folder, OBJECT_LIST);
  await writeFile(list, '', PRIVATE);
  const hashing = createHash('sha256');
  let count = 0;
  for await (const keys of listKeys(storage)) {
    const lines = await Promise.all(keys.map((key) => writeObject(storage, folder, key)));
    const text = lines.join('');
    count += lines.filter(Boolean).length;
    hashing.update(text);
    await appendFile(list, text);
  }
  return { count, sha256: hashing.digest('hex') };
}

/** A few at a time. Not the mark, which is of the other database; not what is in quarantine, which is nobody's. */
async function* listKeys(storage: ObjectStorage): AsyncGenerator<string[]> {
  let after: string | undefined;
  do {
    const { objects, next } = await storage.listObjects('', { after });
    const keys = objects
      .map(({ key }) => key)
      .filter((key) => key !== OWNER_MARK && !key.startsWith('quarantine/'));
    for (let at = 0; at < keys.length; at += AT_ONCE) yield keys.slice(at, at + AT_ONCE);
    after = next ?? undefined;
  } while (after);
}

/** The line for the list; none for what was erased meanwhile. */
async function writeObject(storage: ObjectStorage, folder: string, key: string): Promise<string> {
  try {
    const bytes = await buffer((await storage.getObject(key)).stream);
    const file = join(folder, fileOfObject(key));
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(file, bytes, PRIVATE);
    return `${JSON.stringify({ key, sha256: digest(bytes) })}\n`;
  } catch (error) {
    if (error instanceof StorageError && error.problem === 'not_found') return '';
    throw error;
  }
}
