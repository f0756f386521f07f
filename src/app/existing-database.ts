/** For commands that look at a site's data: its database, whether the site runs or not. */
import type { Config } from '#platform/config.ts';
import { findEmbeddedServer, startEmbeddedServer } from '#platform/embedded/server.ts';

export interface ExistingDatabase {
  url: string;
  stop(): Promise<void>;
}

export async function openExistingDatabase({ databaseUrl, dataDir }: Config): Promise<ExistingDatabase> {
  const url = databaseUrl ?? (await findEmbeddedServer(dataDir));
  if (url) return { url, stop: async () => {} };
  const silent = { info: () => {}, warn: () => {} };
  return startEmbeddedServer({ dataDir, log: silent });
}
