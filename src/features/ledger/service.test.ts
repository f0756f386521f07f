// Sealing on a real database: killed anywhere, twice at once, with a restored backup: there is one history, or none.
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#app/test-app.ts';
import { insertTrack } from '#app/test-buyer.ts';
import { connect } from '#platform/db/connect.ts';
import { CHECKS } from '#platform/signing.ts';
import { openFolderStorage } from '#providers/storage/embedded.ts';
import type { Entry } from './format-entry.ts';
import { readKey } from './format-note.ts';
import { checkLog } from './rules-check.ts';
import { type SealDeps, sealLedger } from './service.ts';

let app: TestApp;
let track: number;
beforeEach(async () => {
  app = await startTestApp();
  track = await insertTrack(app, { score: 61 });
});
afterEach(() => app.close());

let people = 0;
const vote = async (to = track) => {
  const voterPhone = `+1212${String(3_141_592 + people++ * 7919).padStart(7, '0')}`;
  const response = await app.browser().post(`/api/submissions/${to}/vote`, { voterName: 'Fan', voterPhone });
  expect(response.status).toBe(200);
  return (await response.json()) as { receiptCode: string };
};

/** Straight into the database: the triggers do the rest. */
const insertVotes = (count: number) => {
  people += count;
  return app.sql(
    `INSERT INTO votes (submission_id, kind, counts_as, state, voter_name, voter_phone, phone_e164, receipt_code, day, created_at)
     SELECT $1, 'free', 'free', 'counted', '', '', '+1646' || (2000000 + n + $3::int), md5((n + $3::int)::text)::varchar(26),
       '2026-11-15', now() FROM generate_series(1, $2::int) n`,
    [track, count, people - count],
  );
};

/** What anybody sees who fetches the whole log. */
async function readPublic(earlier?: string) {
  const get = async (path: string) => {
    const response = await fetch(`${app.url}/ledger/${path}`);
    return response.status === 200 ? new Uint8Array(await response.arrayBuffer()) : null;
  };
  const key = readKey(CHECKS.hash, new TextDecoder().decode((await get('vkey'))!))!;
  const entries: Entry[] = [];
  const checked = await checkLog(CHECKS, get, { key, earlier, onEntry: (entry) => entries.push(entry) });
  return { ...checked, entries };
}

const readNote = async () => (await fetch(`${app.url}/ledger/checkpoint`)).text();

test('LE-1 votes, entries, scores and rules are sealed, served as tiles, and fold to the database', async () => {
  expect((await fetch(`${app.url}/ledger/checkpoint`)).status).toBe(404);
  await Promise.all([vote(), vote(), vote()]);
  expect(await sealLedger(app.deps)).toEqual({ added: 7, trouble: null });
  const first = await readPublic();
  expect(first.counts).toEqual({ rules: 1, entry: 1, score: 1, vote: 3, tally: 1 });
  expect(first.fold.rank()).toMatchObject([{ track, votes: 3, score: 61 }]);
  expect(first.checkpoint.origin).toMatch(/^127\.0\.0\.1:\d+\/ledger\/nova-reyes-demo$/);

  // Nothing new: nothing is added, and the checkpoint stays as it is.
  const note = await readNote();
  expect(await sealLedger(app.deps)).toEqual({ added: 0, trouble: null });
  expect(await readNote()).toBe(note);

  await insertVotes(700);
  expect(await sealLedger(app.deps)).toMatchObject({ added: 700 });
  const second = await readPublic(note);
  expect(second.fold.total(track)).toBe(703);
  const rules = second.entries.find((entry) => entry.type === 'rules')!;
  const document = await (await fetch(`${app.url}/ledger/rules/${(rules as { hash: string }).hash}`)).text();
  expect(JSON.parse(document)).toMatchObject({ id: 'nova-reyes-demo', fraudLimits: { devicePerDay: 3 } });
});

test('LE-4 a backlog is published in steps, each within the time a lock may be held', async () => {
  const { db, close } = connect(app.databaseUrl, { limits: { idleInTransactionMs: 1000 } });
  let slow = true;
  const storage: SealDeps['storage'] = {
    ...app.deps.storage,
    async putObject(key, body, options) {
      if (slow) await sleep(1500);
      slow = false;
      return app.deps.storage.putObject(key, body, options);
    },
  };
  await insertVotes(700);
  const deps = { ...app.deps, db, storage };
  try {
    expect(await sealLedger(deps, { atMost: 300 })).toMatchObject({ trouble: null });
  } finally {
    await close();
  }
  const { checkpoint, counts } = await readPublic();
  expect(counts.vote).toBe(700);
  const sizes = await app.sql<{ size: number }>('SELECT size::int FROM ledger_checkpoints ORDER BY size');
  expect(sizes.map(({ size }) => size)).toEqual([300, 600, checkpoint.size]);
});

test('LE-4 a sealer that dies at any step is carried on by the next, without fork or gap', async () => {
  const real = await openFolderStorage(join(app.dataDir, 'objects'));
  let kept: string | undefined;
  for (let step = 0; step < 9; step++) {
    await insertVotes(step % 2 === 0 ? 150 : 3);
    let left = step;
    const deps: SealDeps = {
      ...app.deps,
      storage: {
        ...real,
        async putObject(key, body, options) {
          if (left-- === 0) throw new Error('killed');
          return real.putObject(key, body, options);
        },
      },
    };
    const died = await sealLedger(deps).then(
      () => false,
      () => true,
    );
    expect(died || step > 2, `step ${step}`).toBe(true);
    // Dead, or done: what is public is whole, and goes on from what was public before.
    if (kept) kept = await readPublic(kept).then(readNote);
    await insertVotes(2);
    expect(await sealLedger(app.deps)).toMatchObject({ trouble: null });
    await readPublic(kept);
    kept = await readNote();
  }
  const [{ votes }] = await app.sql<{ votes: number }>('SELECT count(*)::int AS votes FROM votes');
  expect((await readPublic()).counts.vote).toBe(votes);
});

test('LE-4 killed after signing and before publishing: the signed tree is the one that is published', async () => {
  await insertVotes(10);
  await sealLedger(app.deps);
  await insertVotes(10);
  // Dies between the signature and the database.
  const db = new Proxy(app.deps.db, {
    get(target, name, receiver) {
      if (name === 'insert') throw new Error('killed');
      return Reflect.get(target, name, receiver);
    },
  });
  await expect(sealLedger({ ...app.deps, db })).rejects.toThrow('killed');
  const signed = (await readFile(`${app.deps.config.ledgerKeyFile}.signed`, 'utf8')).split('\n');
  await insertVotes(5);
  await sealLedger(app.deps);
  const rows = await app.sql<{ size: number; root: string }>(
    `SELECT size, encode(root, 'base64') AS root FROM ledger_checkpoints ORDER BY size`,
  );
  expect(rows[1]).toEqual({ size: Number(signed[1]), root: signed[2] });
  expect(rows).toHaveLength(3);
  await readPublic();
});

test('LE-4 several sealers at once, on votes that keep coming, leave one history', async () => {
  const voting = (async () => {
    for (let i = 0; i < 20; i++) await insertVotes(20);
  })();
  const notes: string[] = [];
  const sealing = Array.from({ length: 4 }, async () => {
    for (let i = 0; i < 12; i++) {
      await sealLedger(app.deps).catch((error) => expect(String(error.cause ?? error)).toMatch(/serialize/));
      const response = await fetch(`${app.url}/ledger/checkpoint`);
      if (response.ok) notes.push(await response.text());
    }
  });
  await Promise.all([voting, ...sealing]);
  await sealLedger(app.deps);
  for (const note of new Set(notes)) expect((await readPublic(note)).counts.vote).toBe(400);
});

test('LE-4 a restored database is behind what was published: it serves, signs nothing, and says so', async () => {
  await insertVotes(20);
  await sealLedger(app.deps);
  const early = await app.sql('SELECT * FROM ledger_log');
  await insertVotes(20);
  await sealLedger(app.deps);
  const note = await readNote();
  // Back to how it was after the first seal, with the same and other votes to come.
  const [{ size }] = early as { size: number }[];
  for (const table of ['ledger_checkpoints', 'ledger_batches'])
    await app.sql(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  await app.sql('DELETE FROM ledger_checkpoints WHERE size > $1', [size]);
  await app.sql('DELETE FROM ledger_batches WHERE first >= $1', [size]);
  await app.sql('DELETE FROM ledger_leaves WHERE leaf >= $1', [size]);
  await app.sql('UPDATE ledger_log SET size = $1', [size]);
  for (const table of ['ledger_checkpoints', 'ledger_batches'])
    await app.sql(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
  await insertVotes(50);
  const behind = await sealLedger(app.deps);
  expect(behind).toMatchObject({
    added: 0,
    trouble: expect.stringMatching(/were published that are not in this database/),
  });
  const page = await app.browser().read<{ trouble: string; size: number }>('/api/ledger');
  expect(page).toMatchObject({ size, trouble: behind?.trouble });
  expect((await readPublic()).checkpoint.size).toBe(size);

  // The object store was restored too: the key still knows what it signed.
  await rm(join(app.dataDir, 'objects', 'ledger', `log-${app.deps.campaign.id}`, 'checkpoint.txt'));
  expect(await sealLedger(app.deps)).toMatchObject({
    added: 0,
    trouble: expect.stringMatching(/The key signed/),
  });
  expect(await app.sql('SELECT 1 FROM ledger_checkpoints WHERE size > $1', [size])).toEqual([]);
  expect(note).not.toBe(await readNote());
});

test('LE-4 tiles that are lost or damaged are written again, to the same bytes', async () => {
  await insertVotes(600);
  await sealLedger(app.deps);
  const note = await readNote();
  const tiles = join(app.dataDir, 'objects', 'ledger', `log-${app.deps.campaign.id}`);
  const saved = join(app.dataDir, 'saved');
  await cp(tiles, saved, { recursive: true });
  await rm(join(tiles, '1'), { recursive: true });
  await writeFile(join(tiles, '0', '000000000000.bin'), 'nonsense');
  await insertVotes(1);
  expect(await sealLedger(app.deps)).toMatchObject({ added: 1, trouble: null });
  const path = join('0', '000000000000.bin');
  expect(await readFile(join(tiles, path))).toEqual(await readFile(join(saved, path)));
  await readPublic(note);
});

test('LE-4 without its key, or with another, a log is served and not signed', async () => {
  await insertVotes(5);
  await sealLedger(app.deps);
  const file = app.deps.config.ledgerKeyFile;
  const key = await readFile(file, 'utf8');
  expect(key).not.toContain('a secret for tests only');
  await rm(file);
  expect(await sealLedger(app.deps)).toMatchObject({
    trouble: 'The key of this log is not on this machine.',
  });
  await writeFile(file, key);
  expect(await sealLedger(app.deps)).toMatchObject({ trouble: null });
  expect((await app.browser().read<{ trouble: null }>('/api/ledger')).trouble).toBeNull();
});

test('LE-1 the ledger’s tables take no change and no deletion', async () => {
  await insertVotes(1);
  await sealLedger(app.deps);
  for (const statement of [
    'UPDATE ledger_batches SET entries = entries',
    'DELETE FROM ledger_batches',
    'TRUNCATE ledger_batches',
    'UPDATE ledger_checkpoints SET note = note',
    'DELETE FROM ledger_checkpoints',
  ])
    await expect(app.sql(statement)).rejects.toThrow('append-only');
});
