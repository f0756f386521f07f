/** Once per test run: the server as it would ship, for tests that start threads or processes of their own, and the databases. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { buildServer, findEntries } from '../build-server.mjs';
import type { openDatabases } from './database-setup.ts';

/** As deep in the checkout as dist/server: what ships beside it is found from there. */
const CACHE = fileURLToPath(new URL('../../.cache/', import.meta.url));

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  await mkdir(CACHE, { recursive: true });
  const outdir = await mkdtemp(`${CACHE}server-`);
  await buildServer({
    outdir,
    entries: {
      ...findEntries(),
      'test-vote-server': 'src/app/test-vote-server.ts',
      'test-sealer': 'src/app/test-sealer.ts',
      'database-setup': 'scripts/test/database-setup.ts',
    },
  });
  const built: { openDatabases: typeof openDatabases } = await import(`${outdir}/database-setup.js`);
  const { close, ...databases } = await built.openDatabases();
  project.provide('serverFolder', outdir);
  for (const name of ['databaseUrl', 'appUrl', 'templateName'] as const)
    project.provide(name, databases[name]);
  return async () => {
    await close();
    await rm(outdir, { recursive: true, force: true });
  };
}
