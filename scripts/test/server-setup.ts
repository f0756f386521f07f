/** Once per test run: the server as it would ship, for tests that start threads or processes of their own. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { buildServer, findEntries } from '../build-server.mjs';

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
    },
  });
  project.provide('serverFolder', outdir);
  return () => rm(outdir, { recursive: true, force: true });
}
