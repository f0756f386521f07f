/** Puts a backup into an empty database and its objects into the store. Nothing is touched that is not empty. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Deps } from '#deps.ts';
import { connect } from '#platform/db/connect.ts';
import { listTables, writeDatabase } from '#platform/db/copy-database.ts';
import { StartError } from '#platform/errors.ts';
import { requireKey } from '#ports/storage.ts';
import {
  checkFiles,
  fileOfObject,
  fileOfTable,
  type Manifest,
  readObjectList,
  readTableFile,
  type TableFile,
} from './backup-files.ts';
import { type DatabaseUrls, migrateDatabase, migrateSchema } from './migrate-database.ts';
import { digestSecret } from './write-backup.ts';

/** The tables as they were, then the migrations that came since. */
export async function restoreDatabase(
  database: DatabaseUrls,
  folder: string,
  manifest: Manifest,
): Promise<void> {
  await checkFiles(folder, manifest);
  const owner = database.ownerUrl ?? database.url;
  const { pool, close } = connect(owner, { max: 1 });
  try {
    const client = await pool.connect();
    try {
      if ((await listTables(client)).length > 0)
        throw new StartError('The database is not empty: a backup is restored into a new one.');
      await migrateSchema(owner, { only: manifest.migrations });
      refuseOther(await listTables(client), manifest.tables);
      await writeDatabase(client, {
        ...manifest,
        read: (table) => readTableFile(folder, table),
        onTable(table, rows) {
          if (rows !== table.rows)
            throw new Error(`${fileOfTable(table)} has ${rows} rows in place of ${table.rows}.`);
        },
      });
      await client.query('ANALYZE');
    } finally {
      client.release(true);
    }
  } finally {
    await close();
  }
  await migrateDatabase(database);
}

/** Another version of the queue has other tables; a backup of a later version has migrations that we lack. */
function refuseOther(
  ours: readonly Pick<TableFile, 'schema' | 'name' | 'columns'>[],
  theirs: readonly TableFile[],
) {
  const spell = (tables: typeof ours) =>
    tables.map(({ schema, name, columns }) => `${schema}.${name}(${columns.join()})`).sort();
  const [here, there] = [spell(ours), spell(theirs)];
  const odd = [...there.filter((it) => !here.includes(it)), ...here.filter((it) => !there.includes(it))];
  if (odd.length > 0)
    throw new StartError(
      `The backup was made by another version of Soundcheck (${odd[0].replace(/\(.*/, '')} differs): restore it with that one, then upgrade.`,
    );
}

/** Sessions, links and the digests people are known by are of one secret. */
export function requireSecret(deps: Pick<Deps, 'tokens'>, { secretDigest }: Manifest): void {
  if (digestSecret(deps) !== secretDigest)
    throw new StartError(
      'The backup was made with another APP_SECRET: nobody would be known by their number any more. Set it, or put the file secrets/app-secret of the old data folder into the new one.',
    );
}

export async function restoreObjects({ storage }: Pick<Deps, 'storage'>, folder: string): Promise<number> {
  let count = 0;
  for await (const { key } of readObjectList(folder)) {
    const bytes = await readFile(join(folder, fileOfObject(key)));
    await storage.putObject(key, bytes, { contentType: requireKey(key) });
    count += 1;
  }
  return count;
}
