// A witness as its own process, and the log it watches: cosigned when it grew, refused when it shrank or forked.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#app/test-app.ts';
import { insertTrack } from '#app/test-buyer.ts';
import { CHECKS } from '#platform/signing.ts';
import { isSignedBy, readKey, readNote, signText, writeCheckpoint, writeNote } from './format-note.ts';
import { writeWitnessRequest } from './format-proof.ts';
import { sealLedger } from './service.ts';
import { readSigner } from './service-key.ts';
import { openWitness } from './service-witness.ts';

let app: TestApp;
let track: number;
let child: ChildProcess | undefined;
beforeEach(async () => {
  app = await startTestApp();
  track = await insertTrack(app);
});
afterEach(async () => {
  child?.kill();
  await app.close();
});

let people = 0;
const seal = async () => {
  people += 3;
  await app.sql(
    `INSERT INTO votes (submission_id, kind, counts_as, state, voter_name, voter_phone, phone_e164, receipt_code, day, created_at)
     SELECT $1, 'free', 'free', 'counted', '', '', '+1646' || (3000000 + n + $2::int), md5((n + $2::int)::text)::varchar(26),
       '2026-11-15', now() FROM generate_series(1, 3) n`,
    [track, people],
  );
  return sealLedger(app.deps);
};

async function startWitness() {
  const folder = join(app.dataDir, 'witness');
  const words = [
    'src/main/witness.ts',
    app.url,
    '--folder',
    folder,
    '--port',
    '0',
    '--name',
    'partner.example/w1',
  ];
  child = spawn(process.execPath, ['--import', 'tsx', ...words], { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  while (!/port \d+/.test(said)) said += String((await once(child.stdout!, 'data'))[0]);
  const [, vkey] = /Witness (\S+)/.exec(said)!;
  const [, port] = /port (\d+)/.exec(said)!;
  const url = `http://127.0.0.1:${port}`;
  app.deps.campaign.ledger = {
    witnesses: [{ name: 'Partner', vkey, url, runBy: 'A partner', independent: true }],
    quorum: 0,
  };
  return { url, vkey };
}

const readPublic = async () => (await fetch(`${app.url}/ledger/checkpoint`)).text();

/** The database as it was at an earlier size, with all that stands beside it. */
async function restore(size: number): Promise<void> {
  for (const table of ['ledger_checkpoints', 'ledger_batches']) {
    await app.sql(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
    await app.sql(`DELETE FROM ${table} WHERE ${table === 'ledger_batches' ? 'first >=' : 'size >'} ${size}`);
  }
  await app.sql('UPDATE ledger_log SET size = $1', [size]);
  await rm(join(app.dataDir, 'objects', 'ledger', `log-${app.deps.campaign.id}`, 'checkpoint.txt'));
  await unlink(`${app.deps.config.ledgerKeyFile}.signed`);
}

test('LE-6 LE-4 a witness cosigns what grew, and tells a log restored with all its records that it is behind', async () => {
  await seal();
  const { vkey, url } = await startWitness();
  await seal();
  const [{ size }] = await app.sql<{ size: number }>('SELECT size FROM ledger_log');
  await seal();
  const key = readKey(CHECKS.hash, vkey)!;
  expect(await isSignedBy(CHECKS.verify, readNote(await readPublic())!, key)).toBe(true);
  expect(await app.browser().read('/api/ledger')).toMatchObject({
    witnesses: [{ name: 'Partner', size: size + 3, independent: true }],
    checkpoints: [{ witnesses: 1 }, { witnesses: 1 }, { witnesses: 0 }],
  });
  expect(await (await fetch(`${app.url}/ledger/policy`)).text()).toContain(`witness w1 ${vkey} ${url}`);

  await restore(size);
  expect(await seal()).toMatchObject({
    added: 0,
    trouble: expect.stringMatching(/^Partner saw \d+ entries/),
  });
  expect((await app.sql('SELECT 1 FROM ledger_checkpoints WHERE size > $1', [size])).length).toBe(0);
});

test('LE-6 without enough cosignatures a checkpoint waits, and comes out once there are', async () => {
  await seal();
  const { url } = await startWitness();
  app.deps.campaign.ledger.quorum = 1;
  app.deps.campaign.ledger.witnesses[0].url = 'http://127.0.0.1:1';
  const before = await readPublic();
  expect(await seal()).toMatchObject({ added: 0 });
  expect(await readPublic()).toBe(before);
  app.deps.campaign.ledger.witnesses[0].url = url;
  expect(await seal()).toMatchObject({ added: 6, trouble: null });
});

test('LE-6 the witness answers as its specification says', async () => {
  await seal();
  const vkey = await (await fetch(`${app.url}/ledger/vkey`)).text();
  const folder = join(app.dataDir, 'own-witness');
  const witness = await openWitness(folder, 'own.example/w', vkey);
  const first = await readPublic();
  const [, size] = first.split('\n');
  const ask = (oldSize: number, checkpoint: string, hashes: Uint8Array[] = []) =>
    witness.addCheckpoint(writeWitnessRequest({ oldSize, hashes, checkpoint }));
  expect((await witness.addCheckpoint('nonsense')).status).toBe(400);
  expect((await ask(1, first)).body).toBe('0\n');
  expect((await ask(0, first.replace(/^\S+/, 'other.example'))).status).toBe(404);
  expect((await ask(0, first.replace(`\n${size}\n`, `\n${Number(size) + 1}\n`))).status).toBe(403);
  expect((await ask(0, first, [new Uint8Array(32)])).status).toBe(422);
  expect((await ask(0, first)).status).toBe(200);
  expect(await ask(0, first)).toMatchObject({ status: 409, body: `${size}\n`, type: 'text/x.tlog.size' });
  expect((await ask(Number(size), first)).status).toBe(200);
  expect((await ask(Number(size) + 1, first)).status).toBe(400);

  // A fork, signed by the log's own key, and the same from a witness that was started again.
  const { key, sign } = (await readSigner(app.deps.config.ledgerKeyFile))!;
  const again = await openWitness(folder, 'own.example/w', vkey);
  for (const [to, proof] of [
    [Number(size), []],
    [Number(size) + 5, [new Uint8Array(32)]],
  ] as const) {
    const text = writeCheckpoint({ origin: key.name, size: to, root: new Uint8Array(32) });
    const fork = writeNote({ text, signatures: [signText(key, sign, text)] });
    for (const one of [witness, again])
      expect(
        (
          await one.addCheckpoint(
            writeWitnessRequest({ oldSize: Number(size), hashes: [...proof], checkpoint: fork }),
          )
        ).status,
      ).toBe(422);
  }
  expect(again.vkey).toBe(witness.vkey);
  await expect(openWitness(folder, 'own.example/w', 'other+00000000+AAAA')).rejects.toThrow(/another log/);
});
