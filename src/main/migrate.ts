/** Entry point: brings a database (DATABASE_URL) up to date and ends. */
import { migrateDatabase } from '#app/run.ts';
import { loadSettings } from '#platform/config.ts';
import { StartError } from '#platform/errors.ts';

try {
  const { databaseUrl } = loadSettings();
  if (!databaseUrl)
    throw new StartError('Set DATABASE_URL: the embedded database is migrated at every start.');
  await migrateDatabase(databaseUrl);
  console.log('The database is up to date.');
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
