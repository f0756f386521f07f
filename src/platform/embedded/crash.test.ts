/** What an app or a server that dies leaves behind, and who may use a data folder. */
import { spawn } from 'node:child_process';
import { access, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { identifyProcess } from '../process-identity.ts';
import {
  type App,
  type Checkout,
  createCheckout,
  createFolder,
  query,
  readServerPid,
  runApp,
} from './test-app.ts';

let checkout: Checkout;
let dataDir: string;
const apps: App[] = [];

beforeAll(async () => {
  checkout = await createCheckout();
  dataDir = await createFolder();
});
afterEach(async () => {
  for (const app of apps.splice(0)) await app.stop();
});
afterAll(async () => {
  // Whatever a killed app left is taken over and stopped as any next start would do it.
  await (await runApp(checkout, dataDir)).stop();
  await rm(dataDir, { recursive: true, force: true });
  await checkout.remove();
});

async function start(): Promise<App> {
  const app = await runApp(checkout, dataDir);
  apps.push(app);
  return app;
}

/** Committed, and so promised: these rows must be there whatever dies next. */
async function writeRows({ answer }: App): Promise<void> {
  await query(answer.url, 'DROP TABLE IF EXISTS kept');
  await query(answer.url, 'CREATE TABLE kept AS SELECT n FROM generate_series(1, 1000) n');
}

async function countRows({ answer }: App): Promise<number> {
  const [{ count }] = await query<{ count: string }>(answer.url, 'SELECT count(*) FROM kept');
  return Number(count);
}

test('a server left by an app killed with -9 is taken over, nothing lost', async () => {
  const first = await start();
  await writeRows(first);
  const pid = await readServerPid(first.answer.home);
  await first.kill();
  const second = await start();
  expect(second.answer).toMatchObject({ adopted: true, url: first.answer.url });
  expect(await readServerPid(second.answer.home)).toBe(pid);
  expect(await countRows(second)).toBe(1000);
  expect(await second.stop()).toBe(0);
  expect(identifyProcess(pid)).toBeUndefined();
});

test('after a power cut (app and server killed with -9) the next start recovers, nothing lost', async () => {
  const first = await start();
  await writeRows(first);
  await first.kill();
  process.kill(await readServerPid(first.answer.home), 'SIGKILL');
  const second = await start();
  expect(second.answer.adopted).toBe(false);
  expect(await countRows(second)).toBe(1000);
});

test('a stale postmaster.pid that now names an unrelated process does not stop the start', async () => {
  const first = await start();
  await writeRows(first);
  await first.kill();
  const file = join(first.answer.home, 'postgres/postmaster.pid');
  const [pid, ...rest] = (await readFile(file, 'utf8')).split('\n');
  process.kill(Number(pid), 'SIGKILL');
  const stranger = spawn('sleep', ['60'], { stdio: 'ignore' });
  try {
    await writeFile(file, [stranger.pid, ...rest].join('\n'));
    const second = await start();
    expect(second.answer.error).toBeUndefined();
    expect(await countRows(second)).toBe(1000);
    expect(stranger.exitCode).toBeNull();
  } finally {
    stranger.kill();
  }
});

test('a server that ends under a living app is started again at the same address', async () => {
  const app = await start();
  await writeRows(app);
  process.kill(await readServerPid(app.answer.home), 'SIGKILL');
  let rows: number | undefined;
  for (let turn = 0; turn < 100 && rows === undefined; turn += 1) {
    await sleep(200);
    rows = await countRows(app).catch(() => undefined);
  }
  expect(rows).toBe(1000);
});

test('a second app on the same folder stops with one sentence, and the first goes on', async () => {
  const first = await start();
  await writeRows(first);
  const second = await runApp(checkout, dataDir);
  expect(second.answer).toMatchObject({
    name: 'StartError',
    error: `Soundcheck already runs on the data folder ${first.answer.home} (process ${first.child.pid}): stop it first, or set DATA_DIR to another folder.`,
  });
  expect(await second.stop()).toBe(1);
  expect(await countRows(first)).toBe(1000);
});

test('the database itself refuses a second app when the lock file was removed', async () => {
  const first = await start();
  await writeRows(first);
  await rm(join(first.answer.home, 'app.lock'));
  const second = await runApp(checkout, dataDir);
  expect(second.answer.error).toContain(
    `already runs on the data folder ${first.answer.home} (process ${first.child.pid})`,
  );
  expect(await second.stop()).toBe(1);
  expect(await countRows(first)).toBe(1000);
});

test('of several apps started at once on a new folder exactly one runs', async () => {
  const fresh = await createFolder();
  onTestFinished(() => rm(fresh, { recursive: true, force: true }));
  apps.push(...(await Promise.all([1, 2, 3].map(() => runApp(checkout, fresh)))));
  const running = apps.filter(({ answer }) => answer.error === undefined);
  expect(running).toHaveLength(1);
  for (const { answer } of apps.filter((app) => app !== running[0]))
    expect(answer.error).toContain('already runs');
  await writeRows(running[0]);
  expect(await countRows(running[0])).toBe(1000);
  expect(await running[0].stop()).toBe(0);
});

test('a stopped app leaves neither a server nor a lock', async () => {
  const app = await start();
  const pid = await readServerPid(app.answer.home);
  expect(await app.stop()).toBe(0);
  expect(identifyProcess(pid)).toBeUndefined();
  for (const file of ['app.lock', 'postgres/postmaster.pid'])
    await expect(access(join(app.answer.home, file))).rejects.toMatchObject({ code: 'ENOENT' });
});
