/** Entry point: brings a database (DATABASE_URL, as DATABASE_OWNER_URL) up to date and ends. */
import { migrateDatabase } from '#app/migrate-database.ts';
import { loadSettings } from '#platform/config.ts';
import { StartError } from '#platform/errors.ts';

try {
  const { databaseUrl, databaseOwnerUrl } = loadSettings();
  if (!databaseUrl)
    throw new StartError('Set DATABASE_URL: the embedded database is migrated at every start.');
  const { warning } = await migrateDatabase({ url: databaseUrl, ownerUrl: databaseOwnerUrl });
  if (warning) console.warn(warning);
  console.log('The database is up to date.');
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
