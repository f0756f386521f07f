/**
 * What a backup is: a folder with one compressed file a table, the objects under their own names, a list of them, and
 * last of all the manifest, which names every file with its hash. Without a manifest it is no backup.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';
import { StartError } from '#platform/errors.ts';
import { requireKey } from '#ports/storage.ts';

export const MANIFEST = 'manifest.json';
export const OBJECT_LIST = 'objects.ndjson';

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const word = z.string().regex(/^[a-z0-9_]+$/);
const name = { schema: word, name: word };
const manifestSchema = z.object({
  format: z.literal('soundcheck backup 1'),
  madeAt: z.iso.datetime(),
  /** Of the key that signs cookies and makes the digests people are known by; it is not in the backup itself. */
  secretDigest: z.string(),
  migrations: z.array(z.string()),
  tables: z.array(z.object({ ...name, columns: z.array(z.string()), rows: z.int(), sha256: hash })),
  sequences: z.array(z.object({ ...name, last: z.string().regex(/^-?\d+$/) })),
  /** Null when they are kept elsewhere. */
  objects: z.object({ count: z.int(), sha256: hash }).nullable(),
});
export type Manifest = z.infer<typeof manifestSchema>;
export type TableFile = Manifest['tables'][number];

const objectSchema = z.object({ key: z.string(), sha256: hash });
export type ObjectLine = z.infer<typeof objectSchema>;

export const fileOfTable = ({ schema, name }: Pick<TableFile, 'schema' | 'name'>) =>
  join('tables', `${schema}.${name}.gz`);
export const fileOfObject = (key: string) => join('objects', key);

export const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => null);
  if (text === null) throw new StartError(`${folder} holds no backup that was finished.`);
  try {
    return manifestSchema.parse(JSON.parse(text));
  } catch {
    throw new StartError(`${join(folder, MANIFEST)} is not one that this version can read.`);
  }
}

/** Before anything is written anywhere: every file is there and as it was. */
export async function checkFiles(folder: string, { tables, objects }: Manifest): Promise<void> {
  for (const table of tables) await checkFile(folder, fileOfTable(table), table.sha256);
  if (!objects) return;
  await checkFile(folder, OBJECT_LIST, objects.sha256);
  for await (const { key, sha256 } of readObjectList(folder))
    await checkFile(folder, fileOfObject(key), sha256);
}

async function checkFile(folder: string, file: string, sha256: string): Promise<void> {
  const hashing = createHash('sha256');
  try {
    for await (const chunk of createReadStream(join(folder, file))) hashing.update(chunk as Buffer);
  } catch (error) {
    throw new StartError(`${file} of the backup cannot be read: ${(error as Error).message}`);
  }
  if (hashing.digest('hex') !== sha256)
    throw new StartError(`${file} of the backup was changed or is damaged.`);
}

export async function* readObjectList(folder: string): AsyncGenerator<ObjectLine> {
  for await (const line of createInterface({ input: createReadStream(join(folder, OBJECT_LIST)) })) {
    const object = objectSchema.parse(JSON.parse(line));
    // A key becomes a path: none may lead out of the folder.
    requireKey(object.key);
    yield object;
  }
}

export const readTableFile = (folder: string, table: TableFile): AsyncIterable<Buffer> =>
  createReadStream(join(folder, fileOfTable(table))).pipe(createGunzip());
