/**
 * Once per test run: one PostgreSQL (TEST_DATABASE_URL, or an embedded one in a temp folder that may forget on a power
 * cut), one migrated template. Tests clone it with `cloneDatabase` of src/platform/db/test-database.ts.
 */
import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { connect } from '../../src/platform/db/connect.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import { dropDatabase, runStatement, withDatabase } from '../../src/platform/db/test-database.ts';
import { startEmbeddedServer } from '../../src/platform/embedded/server.ts';
import { installQueue } from '../../src/platform/jobs/queue.ts';

const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url));
const PREFIX = 'soundcheck-test-';
const silent = { info: () => {}, warn: () => {} };

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const server = await openServer();
  const template = `soundcheck_test_${randomBytes(4).toString('hex')}`;
  try {
    await runStatement(server.url, `CREATE DATABASE "${template}"`);
    await migrateTemplate(withDatabase(server.url, template));
  } catch (error) {
    await server.close();
    throw error;
  }
  project.provide('databaseUrl', server.url);
  project.provide('templateName', template);
  return async () => {
    await dropAll(server.url, template);
    await server.close();
  };
}

interface TestServer {
  url: string;
  close(): Promise<void>;
}

async function openServer(): Promise<TestServer> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { url: given, close: async () => {} };
  await sweepAbandoned();
  const folder = await mkdtemp(join(tmpdir(), PREFIX));
  await chmod(folder, 0o711);
  const server = await startEmbeddedServer({ dataDir: folder, log: silent, fsync: false });
  const close = async (): Promise<void> => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
  return { url: server.url, close };
}

/** A run that was killed leaves its server behind: take it over, end it, remove its folder. */
async function sweepAbandoned(): Promise<void> {
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(PREFIX));
  for (const name of names) {
    const folder = join(tmpdir(), name);
    if (!(await readdir(folder).catch(() => [] as string[])).includes('postgres')) continue;
    const server = await startEmbeddedServer({ dataDir: folder, log: silent, fsync: false }).catch(
      () => undefined,
    );
    if (!server) continue;
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The connection must be closed before anybody clones: a template in use cannot be copied. */
async function migrateTemplate(url: string): Promise<void> {
  const connection = connect(url, { max: 1 });
  try {
    await migrate(connection.pool, MIGRATIONS);
    await installQueue(url);
  } finally {
    await connection.close();
  }
}

async function dropAll(url: string, template: string): Promise<void> {
  const connection = connect(url, { max: 1 });
  try {
    const { rows } = await connection.pool.query<{ name: string }>(
      'SELECT datname AS name FROM pg_database WHERE starts_with(datname, $1)',
      [template],
    );
    for (const { name } of rows) await dropDatabase(url, name);
  } finally {
    await connection.close();
  }
}
