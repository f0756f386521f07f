// Two sealing processes that are killed again and again while votes come in: afterwards there is one whole history.
import { type ChildProcess, spawn } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#app/test-app.ts';
import { insertTrack } from '#app/test-buyer.ts';
import { end, findProgram, hearFirst } from '#app/test-program.ts';
import { CHECKS } from '#platform/signing.ts';
import { readKey } from './format-note.ts';
import { checkLog } from './rules-check.ts';
import { sealLedger } from './service.ts';
import { checkLedger } from './service-check.ts';

const KILLS = 6;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: { PUBLIC_URL: 'http://sealer.example' } });
});
afterAll(() => app.close());

async function startSealer(said: string[]): Promise<ChildProcess> {
  const child = spawn(process.execPath, [findProgram('test-sealer'), app.databaseUrl, app.dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child.stdout!.on('data', (chunk) => said.push(String(chunk)));
  await hearFirst(child);
  return child;
}

test(`LE-4 sealers killed ${KILLS} times while votes come in leave one history without a gap`, async () => {
  const track = await insertTrack(app);
  const said: string[] = [];
  const notes = new Set<string>();
  let cast = 0;
  const addVotes = async () => {
    cast += 40;
    await app.sql(
      `INSERT INTO votes (submission_id, kind, counts_as, state, voter_name, voter_phone, phone_e164, receipt_code, day, created_at)
       SELECT $1, 'free', 'free', 'counted', '', '', '+1646' || (2000000 + n), md5(n::text)::varchar(26), '2026-11-15', now()
       FROM generate_series($2::int - 39, $2::int) n`,
      [track, cast],
    );
    const response = await fetch(`${app.url}/ledger/checkpoint`);
    if (response.ok) notes.add(await response.text());
  };
  const sealers = await Promise.all([startSealer(said), startSealer(said)]);
  for (let kill = 0; kill < KILLS; kill++) {
    for (let n = 0; n < 2 + kill; n++) await addVotes();
    const victim = sealers[kill % 2];
    await end(victim);
    sealers[kill % 2] = await startSealer(said);
  }
  for (const sealer of sealers) await end(sealer);
  // A lock is let go when the database notices that its owner is gone.
  await expect.poll(async () => (await sealLedger(app.deps))?.trouble, { timeout: 20_000 }).toBeNull();
  expect(said.filter((line) => line !== 'sealing\n' && !/serialize/.test(line))).toEqual([]);
  const get = async (path: string) => {
    const response = await fetch(`${app.url}/ledger/${path}`);
    return response.ok ? new Uint8Array(await response.arrayBuffer()) : null;
  };
  const key = readKey(CHECKS.hash, new TextDecoder().decode((await get('vkey'))!))!;
  expect(notes.size).toBeGreaterThan(1);
  for (const earlier of notes) {
    const { counts } = await checkLog(CHECKS, get, { key, earlier });
    expect(counts.vote).toBe(cast);
  }
  expect(await checkLedger(app.deps)).toEqual([]);
});
