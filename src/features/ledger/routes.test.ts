// The ledger over HTTP: a receipt finds its leaf, its proof stands alone, tags say what they should and no more.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#app/test-app.ts';
import { insertTrack } from '#app/test-buyer.ts';
import { NIGHTS } from '#campaign/fraud-limits.ts';
import { listSignals } from '#features/votes/rules-fraud.ts';
import { CHECKS, sha256 } from '#platform/signing.ts';
import { digestReceipt, type Entry, readEntry } from './format-entry.ts';
import { readKey } from './format-note.ts';
import { readProof, refuseProof } from './format-proof.ts';
import { ledgerData } from './personal-data.ts';
import { checkLog } from './rules-check.ts';
import { sealLedger } from './service.ts';

let app: TestApp;
let track: number;
beforeAll(async () => {
  app = await startTestApp({ env: { TRUST_PROXY: 'true' } });
  track = await insertTrack(app);
});
afterAll(() => app.close());

let network = 1;
const vote = async (voterPhone: string, to = track) => {
  const response = await fetch(`${app.url}/api/submissions/${to}/vote`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.7.${network++}.1` },
    body: JSON.stringify({ voterName: 'Ada Lovelace', voterPhone }),
  });
  return { status: response.status, ...((await response.json()) as { receiptCode: string; state: string }) };
};

const get = async (path: string) => {
  const response = await fetch(`${app.url}/ledger/${path}`);
  return response.status === 200 ? new Uint8Array(await response.arrayBuffer()) : null;
};

async function readAll(): Promise<Entry[]> {
  const key = readKey(CHECKS.hash, new TextDecoder().decode((await get('vkey'))!))!;
  const entries: Entry[] = [];
  await checkLog(CHECKS, get, { key, onEntry: (entry) => entries.push(entry) });
  return entries;
}

test('LE-5 a receipt waits, then names its leaf, and its proof verifies without the site', async () => {
  const { receiptCode } = await vote('+1 212 555 0186');
  const path = `/api/ledger/receipts/${digestReceipt(sha256, receiptCode)}`;
  const browser = app.browser();
  expect(await browser.read(path)).toEqual({ leaf: null, decision: null });
  await sealLedger(app.deps);
  const { leaf } = await browser.read<{ leaf: number }>(path);
  const answer = await fetch(`${app.url}/ledger/proof/${leaf}`);
  expect(answer.headers.get('content-disposition')).toContain(`leaf-${leaf}.tlog-proof`);
  const proof = readProof(await answer.text())!;
  const key = readKey(CHECKS.hash, await (await fetch(`${app.url}/ledger/vkey`)).text())!;
  expect(await refuseProof(CHECKS, proof, key)).toBeNull();
  expect(readEntry(proof.entry)).toMatchObject({
    type: 'vote',
    track: String(track),
    state: 'counted',
    proof: 'none',
    receipt: digestReceipt(sha256, receiptCode),
  });
  expect((await browser.get(`/api/ledger/receipts/${'A'.repeat(43)}`)).status).toBe(404);

  // What is decided later is in the log as well, and the receipt knows where.
  const staff = await app.staff();
  const [{ id }] = await app.sql<{ id: number }>('SELECT id FROM votes WHERE receipt_code = $1', [
    receiptCode,
  ]);
  expect((await staff.post(`/api/admin/votes/${id}/void`, { reason: 'Not a person' })).status).toBe(200);
  await sealLedger(app.deps);
  const { decision } = await browser.read<{ decision: number }>(path);
  expect((await readAll())[decision]).toMatchObject({
    type: 'decision',
    leaf: String(leaf),
    state: 'voided',
    because: 'staff',
    by: expect.stringMatching(/^staff-[1-9]/),
  });
  expect((await browser.read<{ counts: Record<string, number> }>('/api/ledger')).counts).toMatchObject({
    'void:staff': 1,
  });
});

test('LE-2 tags collide for one phone, track and day alone, and erasure makes them noise', async () => {
  const add = (phone: string, of: number, day: string) =>
    app.sql(
      `INSERT INTO ledger_outbox (type, subject, detail, phone, receipt) VALUES ('vote', (random() * 1e9)::int,
         jsonb_build_object('track', $2::text, 'kind', 'free', 'votes', '1', 'state', 'counted', 'proof', 'none', 'day', $3::text),
         $1, sha256(random()::text::bytea))`,
      [phone, String(of), day],
    );
  const [ada, bob] = ['+12125550111', '+12125550112'];
  const first = (await readAll()).length;
  for (const [phone, of, day] of [
    [ada, 901, '2026-11-15'],
    [ada, 902, '2026-11-15'],
    [ada, 901, '2026-11-16'],
    [bob, 901, '2026-11-15'],
  ] as const)
    await add(phone, of, day);
  await sealLedger(app.deps);
  const tags = (await readAll()).slice(first).map((entry) => (entry as { once: string }).once);
  expect(new Set(tags).size).toBe(4);

  // The same again would be seen by anybody who checks.
  await app.deps.db.transaction((tx) => ledgerData(app.deps).erase!(tx, { e164: bob } as never));
  await add(bob, 901, '2026-11-15');
  await sealLedger(app.deps);
  const renewed = (await readAll()).at(-1) as { once: string };
  expect(tags).not.toContain(renewed.once);
  await add(ada, 901, '2026-11-15');
  await sealLedger(app.deps);
  await expect(readAll()).rejects.toThrow(/is a second free vote of one phone/);
});

test('LE-2 nothing in the log names a person, a number, an address or a time', async () => {
  const texts: string[] = [];
  for (const { bundle } of await app.sql<{ bundle: Buffer }>('SELECT bundle FROM ledger_batches'))
    texts.push(bundle.toString('latin1'));
  expect(texts.join()).not.toMatch(/Ada|Lovelace|Mina|Saltwater|555|10\.7\.|\d\d:\d\d|\+1/);
  expect(await app.sql('SELECT 1 FROM ledger_outbox WHERE phone IS NOT NULL')).toEqual([]);
});

test('why a vote is held is one word for each of the fraud rules', async () => {
  const calm = {
    phone: '+12125550123',
    phoneType: 'ordinary',
    deviceToday: 0,
    deviceRecent: 0,
    addressHour: 0,
    trackMinute: 0,
    neighbours: 0,
    addressAnywhere: 0,
    votes: 1,
    proven: false,
    rush: null,
  } as const;
  const traces = [
    { deviceToday: 1 },
    { deviceToday: 9 },
    { deviceRecent: 9 },
    { addressHour: 5 },
    { addressHour: 50 },
    { addressAnywhere: 500 },
    { rush: { networks: 0, devices: 1, proven: 0, uneven: 1 } },
    { neighbours: 5 },
    { phone: '+12125555555' },
    { phoneType: 'rented' as const },
    { phoneType: 'unassigned' as const },
  ];
  for (const trace of traces) {
    const [{ reason }] = listSignals({ ...calm, ...trace }, NIGHTS.club);
    const [{ code }] = await app.sql<{ code: string }>('SELECT ledger_hold_code($1) AS code', [reason]);
    expect(code, reason).not.toBe('check');
  }
});

test('LK-2 whatever is asked of the log’s files, the answer is the file or 404', async () => {
  const paths = [
    'tile/0/000.p/999',
    'tile/0/999',
    'tile/64/000',
    'tile/0/..%2f..%2fsecrets',
    'tile/',
    'tile/entries/000',
    'tile/0/%00',
    'proof/999999',
    'proof/-1',
    'proof/x',
    `rules/${'A'.repeat(43)}`,
  ];
  for (const path of paths) expect((await fetch(`${app.url}/ledger/${path}`)).status, path).toBe(404);
});
