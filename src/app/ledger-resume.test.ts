// A database restored from a backup goes on with the log that was published meanwhile: one history, for both verifiers.
import { execFileSync, spawnSync } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Deps } from '#deps.ts';
import { readKey } from '#features/ledger/format-note.ts';
import { checkLog, listFiles, type ReadFile } from '#features/ledger/rules-check.ts';
import { sealLedger } from '#features/ledger/service.ts';
import { checkLedger } from '#features/ledger/service-check.ts';
import { readStored } from '#features/ledger/service-published.ts';
import { resumeLedger } from '#features/ledger/service-resume.ts';
import { ledgerBatches } from '#features/ledger/table.ts';
import { loadConfig } from '#platform/config.ts';
import { connect } from '#platform/db/connect.ts';
import { cloneDatabase, type TestDatabase } from '#platform/db/test-database.ts';
import { CHECKS } from '#platform/signing.ts';
import { openFolderStorage } from '#providers/storage/embedded.ts';
import { saveTo } from '../main/print/log-files.ts';
import { assemble } from './assemble.ts';
import { readManifest } from './backup-files.ts';
import { createApp } from './create-app.ts';
import { restoreDatabase } from './restore-backup.ts';
import { startTestApp, type TestApp } from './test-app.ts';
import { insertTrack, pay } from './test-buyer.ts';
import { findPhone, voteFrom } from './test-voters.ts';
import { writeBackup } from './write-backup.ts';

let app: TestApp;
let folder: string;
let database: TestDatabase;
let deps: Deps;
let server: FastifyInstance;
let close: () => Promise<void>;
let tracks: number[];
/** What monitors kept: of the moment of the backup, of between, and the last that was published. */
let kept: { backup: string; between: string; last: string };
let receipts: { known: string; stranger: string; waiting: string };

const vote = async (track: number, voter: number, phone = findPhone(voter)) => {
  const answer = await voteFrom(app, track, { voterName: 'Fan', voterPhone: phone }, voter);
  if (answer.status !== 200) throw new Error(`The vote was answered ${answer.status}.`);
  return ((await answer.json()) as { receiptCode: string }).receiptCode;
};
const readNote = async () => (await fetch(`${app.url}/ledger/checkpoint`)).text();

async function buyVotes(track: number): Promise<void> {
  const buyer = app.browser();
  const voter = { voterName: 'Buyer', voterPhone: findPhone(30), votePackage: 'small' };
  const begun = await buyer.post(`/api/submissions/${track}/vote/payment`, voter);
  const { clientSecret } = (await begun.json()) as { clientSecret: string };
  await pay(buyer, clientSecret);
  const [paymentId] = clientSecret.split('_secret_');
  const report = { ...voter, paymentId, voteCount: 1, paymentAmount: 1, comment: null };
  expect((await buyer.post(`/api/submissions/${track}/record-vote`, report)).status).toBe(200);
}

/** Signs, and dies before anybody hears of it. */
async function sealUnheard(): Promise<void> {
  const db = new Proxy(app.deps.db, {
    get(target, name, receiver) {
      if (name === 'insert') throw new Error('killed');
      return Reflect.get(target, name, receiver);
    },
  });
  await expect(sealLedger({ ...app.deps, db })).rejects.toThrow('killed');
}

beforeAll(async () => {
  app = await startTestApp({ env: { TRUST_PROXY: '1' } });
  folder = await mkdtemp(join(tmpdir(), 'soundcheck-resume-'));
  tracks = await Promise.all([70, 80, 90].map((score) => insertTrack(app, { score })));
  for (let voter = 0; voter < 6; voter++) await vote(tracks[0], voter);
  await vote(tracks[0], 60, '+12125555555');
  await vote(tracks[0], 61, '+12124444444');
  await sealLedger(app.deps);
  const waiting = await vote(tracks[1], 6);
  await app.sql('UPDATE submissions SET score = 71 WHERE id = $1', [tracks[0]]);
  const backup = await readNote();
  await writeBackup(app.deps, {
    databaseUrl: app.databaseUrl,
    folder: join(folder, 'backup'),
    withObjects: false,
  });

  // Votes of numbers the backup knows and of others, money, a decision, a new score, tracks that come and go.
  const known = await vote(tracks[1], 0);
  const stranger = await vote(tracks[1], 7);
  const staff = await app.staff();
  const held = await app.sql<{ id: number }>(`SELECT id FROM votes WHERE state = 'held' ORDER BY id`);
  await staff.post(`/api/admin/votes/${held[0].id}/release`, { reason: '' });
  await staff.post(`/api/admin/votes/${held[1].id}/void`, { reason: 'Nobody has this number' });
  await sealLedger(app.deps);
  const between = await readNote();
  await buyVotes(tracks[1]);
  const late = await insertTrack(app, { score: 95 });
  tracks.push(late);
  await vote(late, 8);
  await app.sql('UPDATE submissions SET score = 88 WHERE id = $1', [tracks[1]]);
  await app.sql('DELETE FROM submissions WHERE id = $1', [tracks[2]]);
  await sealLedger(app.deps);
  kept = { backup, between, last: await readNote() };
  receipts = { known, stranger, waiting };
  await vote(tracks[0], 9);
  await sealUnheard();

  database = await cloneDatabase({ empty: true });
  const manifest = await readManifest(join(folder, 'backup'));
  await restoreDatabase({ url: database.appUrl, ownerUrl: database.url }, join(folder, 'backup'), manifest);
  const config = loadConfig({
    DATA_DIR: join(folder, 'data'),
    LOG_LEVEL: 'fatal',
    APP_SECRET: app.deps.config.appSecret,
    LEDGER_KEY_FILE: app.deps.config.ledgerKeyFile,
    STORAGE_ADOPT: 'true',
    TRANSCRIPTION: 'off',
    CHALLENGE: 'off',
  });
  const storage = await openFolderStorage(join(app.dataDir, 'objects'));
  const restored = await assemble(config, {
    databaseUrl: database.appUrl,
    worker: false,
    overrides: { storage },
  });
  ({ deps, close } = restored);
  server = await createApp(deps);
});
afterAll(async () => {
  await server.close();
  await close();
  await app.close();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

const castHere = (track: number, voter: number) =>
  server.inject({
    method: 'POST',
    url: `/api/submissions/${track}/vote`,
    payload: { voterName: 'Late', voterPhone: findPhone(voter) },
  });
const readHere = async <Answer>(path: string) => (await server.inject(path)).json<Answer>();
const readTotal = async (track: number) =>
  (await readHere<{ counts: { total: number } }>(`/api/submissions/${track}/voting`)).counts.total;

/** The log as anybody reads it, which begins with what was kept before. */
async function readPublic(earlier: string) {
  const { vkey } = await readHere<{ vkey: string }>('/api/ledger');
  return checkLog(CHECKS, readStored(deps), { key: readKey(CHECKS.hash, vkey)!, earlier });
}

test('LE-4 what does not verify is refused, and nothing is changed', async () => {
  const count = async () => [await deps.db.$count(ledgerBatches), await readTotal(tracks[1])];
  const before = await count();
  expect(await sealLedger(deps)).toMatchObject({
    added: 0,
    trouble: expect.stringMatching(/behind, or different/),
  });
  const stored = readStored(deps);
  const flipped: ReadFile = async (path) =>
    path.startsWith('tile/entries/')
      ? (await stored(path))!.map((byte, at) => (at === 900 ? byte ^ 1 : byte))
      : null;
  await expect(resumeLedger(deps, flipped)).rejects.toThrow(/^Two histories/);
  const signed = `${deps.config.ledgerKeyFile}.signed`;
  await cp(signed, `${signed}.kept`);
  const [origin, size] = (await readFile(signed, 'utf8')).split('\n');
  await writeFile(signed, `${origin}\n${size}\n${Buffer.alloc(32).toString('base64')}\n`);
  await expect(resumeLedger(deps)).rejects.toThrow(/do not give the root that was signed/);
  await writeFile(signed, `${origin}\n${Number(size) + 1}\n${Buffer.alloc(32).toString('base64')}\n`);
  await expect(resumeLedger(deps)).rejects.toThrow(/is missing/);
  await cp(`${signed}.kept`, signed);
  expect(await count()).toEqual(before);
});

test('LE-4 OP-2 votes come back as the log has them, what is lost is said, and sealing goes on with one history', async () => {
  const resumed = await resumeLedger(deps);
  // Three came back; fifteen paid votes are one entry, and the late track’s vote is lost with it.
  expect(resumed).toMatchObject({ restored: 3, known: 1, lost: 2, erased: [tracks[2]] });
  expect(await checkLedger(deps)).toEqual([]);
  expect([await readTotal(tracks[0]), await readTotal(tracks[1])]).toEqual([8, 3]);
  expect(await resumeLedger(deps)).toBeNull();

  // Whoever the backup knew has voted for today; a stranger’s receipt still opens; new votes count.
  expect((await castHere(tracks[1], 0)).json()).toMatchObject({ voteCount: 3 });
  expect((await castHere(tracks[1], 20)).statusCode).toBe(200);
  for (const code of [receipts.known, receipts.stranger, receipts.waiting])
    expect(await readHere(`/api/vote-receipts/${code}`)).toMatchObject({ code, state: 'counted', votes: 1 });
  expect(await sealLedger(deps)).toMatchObject({ trouble: null });
  expect(await checkLedger(deps)).toEqual([]);
  for (const note of Object.values(kept)) await readPublic(note);
  const { counts, fold } = await readPublic(kept.last);
  expect(counts).toMatchObject({ resumed: 1 });
  expect(fold.total(tracks[1])).toBe(await readTotal(tracks[1]));
  const page = await readHere<{ counts: Record<string, number>; trouble: null }>('/api/ledger');
  expect(page).toMatchObject({
    trouble: null,
    counts: { 'void:lost': 16, 'void:staff': 1, 'held:invented': 0 },
  });

  // A new track does not take the number, and so the votes, of one that is lost.
  const { pool, close: closeInspector } = connect(database.url, { max: 1 });
  const sql: TestApp['sql'] = async (text, values) => (await pool.query(text, values)).rows;
  const fresh = await insertTrack({ sql });
  await closeInspector();
  expect(fresh).toBeGreaterThan(tracks[3]);
});

test('LE-4 a key or a witness that remembers a checkpoint from between is not contradicted', async () => {
  await writeFile(
    `${deps.config.ledgerKeyFile}.signed`,
    kept.between.slice(0, kept.between.indexOf('\n\n') + 1),
  );
  expect((await castHere(tracks[0], 21)).statusCode).toBe(200);
  expect(await sealLedger(deps)).toMatchObject({ added: 3, trouble: null });
});

/** The runner cannot end what stops the whole process. */
const PATIENCE_MS = 120_000;
const hasGo = spawnSync('go', ['version'], { timeout: PATIENCE_MS }).status === 0;
test.skipIf(!hasGo)(
  'LE-6 Go’s verifier finds one history from each checkpoint that was kept, where Go is installed',
  async () => {
    const copy = join(folder, 'copy');
    const { vkey, size } = await readHere<{ vkey: string; size: number }>('/api/ledger');
    const save = saveTo(copy, async (path) =>
      path === 'vkey' ? Buffer.from(`${vkey}\n`) : readStored(deps)(path),
    );
    for (const path of ['vkey', ...listFiles(size)]) await save(path);
    const program = join(folder, 'verify');
    execFileSync('go', ['build', '-o', program, 'main.go'], {
      cwd: 'tools/verify-ledger-go',
      env: { ...process.env, GO111MODULE: 'off', GOPATH: '/usr/share/gocode' },
      timeout: PATIENCE_MS,
    });
    for (const [name, note] of Object.entries(kept)) {
      await writeFile(join(folder, `${name}.note`), note);
      const { status, stderr } = spawnSync(program, ['-earlier', join(folder, `${name}.note`), copy], {
        encoding: 'utf8',
        timeout: PATIENCE_MS,
      });
      expect({ name, stderr, status }).toEqual({ name, stderr: '', status: 0 });
    }
  },
);
