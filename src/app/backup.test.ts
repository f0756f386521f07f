// A drill: a site in use is backed up, and comes back elsewhere to the vote and the cent.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sealLedger } from '#features/ledger/service.ts';
import { loadConfig } from '#platform/config.ts';
import { connect } from '#platform/db/connect.ts';
import { cloneDatabase, type TestDatabase } from '#platform/db/test-database.ts';
import { createTokens } from '#platform/tokens.ts';
import { assemble } from './assemble.ts';
import { fileOfTable, readManifest } from './backup-files.ts';
import { checkAll } from './check-all.ts';
import { createApp } from './create-app.ts';
import type { DatabaseUrls } from './migrate-database.ts';
import { requireSecret, restoreDatabase, restoreObjects } from './restore-backup.ts';
import { SONG, startTestApp, type TestApp } from './test-app.ts';
import { begin, insertTrack, pay, readStatus } from './test-buyer.ts';
import { findPhone, voteFrom } from './test-voters.ts';
import { writeBackup } from './write-backup.ts';

let app: TestApp;
let folder: string;
let backup: string;
let tracks: number[];
let voters = 0;
const databases: TestDatabase[] = [];

const vote = async (track: number) => {
  const n = voters++;
  const { status } = await voteFrom(app, track, { voterName: 'Fan', voterPhone: findPhone(n) }, n);
  if (status !== 200) throw new Error(`The vote was answered ${status}.`);
};

beforeAll(async () => {
  app = await startTestApp({ env: { TRUST_PROXY: '1' } });
  folder = await mkdtemp(join(tmpdir(), 'soundcheck-backup-'));
  backup = join(folder, 'tonight');
  tracks = [await app.browser().submit()];
  for (const score of [70, 70, 90]) tracks.push(await insertTrack(app, { score }));
  for (let n = 0; n < 12; n++) await vote(tracks[1 + (n % 3)]);
  const buyer = app.browser();
  const secret = await begin(buyer, { productType: 'vote_10', submissionId: tracks[1] });
  await pay(buyer, secret);
  await readStatus(buyer, secret);
  await sealLedger(app.deps);
  // Visitors do not stop for it.
  let goesOn = true;
  const voting = (async () => {
    while (goesOn) await vote(tracks[1 + (voters % 3)]);
  })();
  await writeBackup(app.deps, { databaseUrl: app.databaseUrl, folder: backup, withObjects: true });
  goesOn = false;
  await voting;
});
afterAll(async () => {
  await app.close();
  for (const database of databases) await database.drop();
  await rm(folder, { recursive: true, force: true });
});

async function createEmpty(): Promise<Required<DatabaseUrls>> {
  const database = await cloneDatabase({ empty: true });
  databases.push(database);
  return { url: database.appUrl, ownerUrl: database.url };
}

test('OP-2 what is restored agrees with the book and the ledger, ranks are exact, and voting goes on', async () => {
  const database = await createEmpty();
  const { url, ownerUrl } = database;
  const manifest = await readManifest(backup);
  await restoreDatabase(database, backup, manifest);
  const config = loadConfig({
    DATA_DIR: join(folder, 'data'),
    LOG_LEVEL: 'fatal',
    APP_SECRET: app.deps.config.appSecret,
    TRANSCRIPTION: 'off',
  });
  const { deps, close } = await assemble(config, { databaseUrl: url, worker: false });
  const server = await createApp(deps);
  const { pool, close: closeInspector } = connect(ownerUrl, { max: 1 });
  try {
    expect(await restoreObjects(deps, backup)).toBe(manifest.objects?.count);
    expect(await checkAll(deps, 0)).toMatchObject({ kept: { book: 2999 }, problems: [] });
    const read = async (path: string) => (await server.inject(path)).json<Record<string, never>>();
    const audio = await server.inject(`/api/submissions/${tracks[0]}`);
    const key = `audio/${audio.json<{ audioFilePath: string }>().audioFilePath}`;
    expect((await deps.storage.statObject(key))?.size).toBe(SONG.bytes.length);
    // Triggers are awake again, and no id is given twice.
    const before = await read(`/api/submissions/${tracks[1]}/voting`);
    const cast = await server.inject({
      method: 'POST',
      url: `/api/submissions/${tracks[1]}/vote`,
      payload: { voterName: 'Late', voterPhone: findPhone(voters + 7) },
    });
    expect(cast.statusCode).toBe(200);
    const after = await read(`/api/submissions/${tracks[1]}/voting`);
    expect((after.counts as { total: number }).total).toBe((before.counts as { total: number }).total + 1);
    expect((await checkAll(deps, 0)).problems).toEqual([]);
    const silent = `SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgenabled = 'D'`;
    expect((await pool.query(silent)).rows).toEqual([]);
    const keys = `SELECT count(*)::int AS keys FROM pg_constraint WHERE contype = 'f'`;
    expect((await pool.query(keys)).rows).toEqual(await app.sql(keys));
    await expect(restoreDatabase(database, backup, manifest)).rejects.toThrow('The database is not empty');
  } finally {
    await closeInspector();
    await server.close();
    await close();
  }
});

test('OP-2 a backup that was changed is refused before anything is written; so is one of another secret', async () => {
  const manifest = await readManifest(backup);
  const file = join(backup, fileOfTable({ schema: 'public', name: 'votes' }));
  const bytes = await readFile(file);
  bytes[bytes.length - 9] ^= 1;
  await writeFile(file, bytes);
  const database = await createEmpty();
  await expect(restoreDatabase(database, backup, manifest)).rejects.toThrow(
    /votes\.gz .* changed or is damaged/,
  );
  const { pool, close } = connect(database.url, { max: 1 });
  expect((await pool.query(`SELECT FROM pg_tables WHERE schemaname = 'public'`)).rowCount).toBe(0);
  await close();
  const tokens = createTokens('another secret, as long');
  expect(() => requireSecret({ tokens }, manifest)).toThrow('another APP_SECRET');
  expect(() => requireSecret(app.deps, manifest)).not.toThrow();
  const again = { databaseUrl: app.databaseUrl, folder: backup, withObjects: false };
  await expect(writeBackup(app.deps, again)).rejects.toThrow('is there already');
});
