/**
 * Entry point: puts a backup into an empty database (DATABASE_URL, or a new DATA_DIR) and proves that money and votes
 * agree with the ledger. Ends with 1 when they do not.
 *   npm run restore -- folder
 */
import { resolve } from 'node:path';
import { assemble } from '#app/assemble.ts';
import { readManifest } from '#app/backup-files.ts';
import { checkAll } from '#app/check-all.ts';
import { openExistingDatabase } from '#app/existing-database.ts';
import { requireSecret, restoreDatabase, restoreObjects } from '#app/restore-backup.ts';
import { type Config, loadSettings } from '#platform/config.ts';
import { StartError } from '#platform/errors.ts';
import { keepSecret } from '#platform/secrets.ts';
import { createTokens } from '#platform/tokens.ts';
import { StorageError } from '#ports/storage.ts';

async function restore(folder: string, config: Config): Promise<string[]> {
  const manifest = await readManifest(folder);
  const secret = config.appSecret ?? (await keepSecret(config.dataDir, 'app-secret'));
  requireSecret({ tokens: createTokens(secret) }, manifest);
  const database = await openExistingDatabase(config);
  try {
    await restoreDatabase(database, folder, manifest);
    const { deps, close } = await assemble(
      { ...config, logLevel: 'error' },
      { databaseUrl: database.url, worker: false },
    );
    try {
      const objects = manifest.objects ? await restoreObjects(deps, folder) : 0;
      console.log(
        `${manifest.tables.length} tables and ${objects} objects are back, as of ${manifest.madeAt}.`,
      );
      return (await checkAll(deps)).problems;
    } finally {
      await close();
    }
  } finally {
    await database.stop();
  }
}

if (process.argv.length !== 3) {
  console.error('Usage: npm run restore -- folder');
  process.exitCode = 2;
} else {
  try {
    const problems = await restore(resolve(process.argv[2]), loadSettings());
    for (const problem of problems) console.error(problem);
    console.log(
      problems.length === 0
        ? 'Money, votes and ranks agree with the book and the ledger.'
        : `${problems.length} problem(s): do not open this copy to visitors before they are understood.`,
    );
    process.exitCode = problems.length === 0 ? 0 : 1;
  } catch (error) {
    // Of a store that is another database's, the reason says what to do.
    const said = error instanceof StorageError ? error.cause : error;
    if (!(error instanceof StorageError || error instanceof StartError) || !(said instanceof Error))
      throw error;
    console.error(said.message);
    process.exitCode = 1;
  }
}
