/**
 * Once per test run: one PostgreSQL (TEST_DATABASE_URL and TEST_DATABASE_APP_URL, or an embedded one in a temp folder that
 * may forget on a power cut), one migrated template. Tests clone it with `cloneDatabase` of src/platform/db/test-database.ts.
 * Run as built: the test runner would load the whole app a second time, which takes it seven seconds of processor time.
 */
import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assemble } from '../../src/app/assemble.ts';
import { migrateDatabase } from '../../src/app/migrate-database.ts';
import { loadConfig } from '../../src/platform/config.ts';
import { connect } from '../../src/platform/db/connect.ts';
import { dropDatabase, runStatement, withDatabase } from '../../src/platform/db/test-database.ts';
import { startEmbeddedServer } from '../../src/platform/embedded/server.ts';

const PREFIX = 'soundcheck-test-';
const silent = { info: () => {}, warn: () => {} };

export interface TestDatabases {
  databaseUrl: string;
  appUrl: string;
  templateName: string;
  close(): Promise<void>;
}

export async function openDatabases(): Promise<TestDatabases> {
  const server = await openServer();
  const template = `soundcheck_test_${randomBytes(4).toString('hex')}`;
  try {
    await runStatement(server.url, `CREATE DATABASE "${template}"`);
    // Every connection is closed again before anybody clones: a template in use cannot be copied.
    const url = withDatabase(server.appUrl, template);
    await migrateDatabase({ url, ownerUrl: withDatabase(server.url, template) });
    await declareJobs(url);
  } catch (error) {
    await server.close();
    throw error;
  }
  const close = async (): Promise<void> => {
    await dropAll(server.url, template);
    await server.close();
  };
  return { databaseUrl: server.url, appUrl: server.appUrl, templateName: template, close };
}

/** As the first start does it, once for all: every app of the tests finds its jobs known. */
async function declareJobs(databaseUrl: string): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'soundcheck-template-'));
  const config = loadConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'fatal', TRANSCRIPTION: 'off' });
  const { close } = await assemble(config, { databaseUrl, worker: false });
  await close();
  await rm(dataDir, { recursive: true, force: true });
}

interface TestServer {
  url: string;
  appUrl: string;
  close(): Promise<void>;
}

async function openServer(): Promise<TestServer> {
  const { TEST_DATABASE_URL: given, TEST_DATABASE_APP_URL: app } = process.env;
  if (given && !app) throw new Error('TEST_DATABASE_URL needs TEST_DATABASE_APP_URL beside it.');
  if (given && app) return { url: given, appUrl: app, close: async () => {} };
  await sweepAbandoned();
  const folder = await mkdtemp(join(tmpdir(), PREFIX));
  await chmod(folder, 0o711);
  const server = await startEmbeddedServer({ dataDir: folder, log: silent, fsync: false });
  const close = async (): Promise<void> => {
    await server.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  };
  return { url: server.ownerUrl, appUrl: server.url, close };
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
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
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
