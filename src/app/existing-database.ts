/** For commands that look at a site's data: its database, whether the site runs or not. */
import type { Config } from '#platform/config.ts';
import { findEmbeddedServer, startEmbeddedServer } from '#platform/embedded/server.ts';
import type { DatabaseUrls } from './migrate-database.ts';

export interface ExistingDatabase extends DatabaseUrls {
  stop(): Promise<void>;
}

export async function openExistingDatabase(config: Config): Promise<ExistingDatabase> {
  const { databaseUrl, databaseOwnerUrl, dataDir } = config;
  const urls = databaseUrl
    ? { url: databaseUrl, ownerUrl: databaseOwnerUrl }
    : await findEmbeddedServer(dataDir);
  if (urls) return { ...urls, stop: async () => {} };
  const silent = { info: () => {}, warn: () => {} };
  return startEmbeddedServer({ dataDir, log: silent });
}
