/**
 * Entry point: a backup of the site, while it runs or not.
 *   npm run backup -- folder [--without-objects]
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { assemble } from '#app/assemble.ts';
import { openExistingDatabase } from '#app/existing-database.ts';
import { writeBackup } from '#app/write-backup.ts';
import { loadSettings } from '#platform/config.ts';
import { StartError } from '#platform/errors.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'without-objects': { type: 'boolean', default: false } },
});

async function backUp(folder: string): Promise<void> {
  const config = loadSettings();
  const database = await openExistingDatabase(config);
  const { deps, close } = await assemble(
    { ...config, logLevel: 'error' },
    { databaseUrl: database.url, worker: false },
  );
  try {
    const { tables, objects } = await writeBackup(deps, {
      databaseUrl: database.url,
      folder,
      withObjects: !values['without-objects'],
    });
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(`${folder}: ${rows} rows in ${tables.length} tables, ${objects?.count ?? 'no'} objects.`);
    console.log('Keep APP_SECRET and the key of the ledger too, in another place: they are not in it.');
  } finally {
    await close();
    await database.stop();
  }
}

if (positionals.length !== 1) {
  console.error('Usage: npm run backup -- folder [--without-objects]');
  process.exitCode = 2;
} else {
  try {
    await backUp(resolve(positionals[0]));
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
