// What check-money asks of the ledger: the database shows what the log gives, whatever happened to votes and tracks.
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#app/test-app.ts';
import { insertTrack } from '#app/test-buyer.ts';
import { sealLedger } from './service.ts';
import { checkLedger } from './service-check.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: { TRUST_PROXY: 'true' } });
});
afterAll(() => app.close());

let network = 1;
const post = (path: string, body: unknown) =>
  fetch(app.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.8.${network++}.1` },
    body: JSON.stringify(body),
  });
const phone = () => `+1212${String(3_141_592 + network * 7919).padStart(7, '0')}`;
const vote = (track: number, voterPhone = phone()) =>
  post(`/api/submissions/${track}/vote`, { voterName: 'Fan', voterPhone });

test('LE-3 holds, releases, referrals that fail, hidden and erased tracks: the fold follows', async () => {
  const tracks = await Promise.all([70, 70, 55, 90].map((score) => insertTrack(app, { score })));
  for (const [index, track] of tracks.entries())
    for (let n = 0; n <= index; n++) expect((await vote(track)).status).toBe(200);
  // Looks made up: held.
  await vote(tracks[0], '+12125555555');
  await vote(tracks[0], '+12124444444');
  const staff = await app.staff();
  const held = await app.sql<{ id: number }>(`SELECT id FROM votes WHERE state = 'held' ORDER BY id`);
  expect(held).toHaveLength(2);
  expect(await checkLedger(app.deps)).toEqual([]);
  await staff.post(`/api/admin/votes/${held[0].id}/release`, { reason: '' });
  await sealLedger(app.deps);
  await staff.post(`/api/admin/votes/${held[0].id}/void`, { reason: 'After all not' });
  await staff.post(`/api/admin/votes/${held[1].id}/void`, { reason: 'Nobody has this number' });
  // Referred, counted once somebody came, and taken back by an entry of its own.
  const [{ id }] = await app.sql<{ id: number }>(
    `INSERT INTO votes (submission_id, kind, counts_as, state, reason, voter_name, voter_phone, vote_count, receipt_code, day, created_at)
     VALUES ($1, 'referral', 'referral', 'waiting', 'Nobody came yet.', '', '', 5, 'referred', '2026-11-15', now()) RETURNING id`,
    [tracks[1]],
  );
  expect(await checkLedger(app.deps)).toEqual([]);
  await app.sql(`UPDATE votes SET state = 'counted', reason = NULL WHERE id = $1`, [id]);
  expect(await checkLedger(app.deps)).toEqual([]);
  await app.sql(
    `INSERT INTO votes (submission_id, kind, counts_as, state, reason, voter_name, voter_phone, vote_count, receipt_code, day, created_at, corrects)
     VALUES ($1, 'adjustment', 'referral', 'counted', 'unreached', '', '', -5, 'correction', '2026-11-15', now(), $2)`,
    [tracks[1], id],
  );
  // Typed twice: one stands for both.
  await vote(tracks[1], '+13035552213');
  await vote(tracks[1], '+13035552213');
  await staff.post(`/api/admin/submissions/${tracks[2]}/hide`, { reason: 'Complaint' });
  expect(await checkLedger(app.deps)).toEqual([]);
  await sealLedger(app.deps);
  await staff.post(`/api/admin/submissions/${tracks[2]}/unhide`, { reason: 'Settled' });
  await app.sql('UPDATE submissions SET score = 71 WHERE id = $1', [tracks[1]]);
  await app.sql('DELETE FROM submissions WHERE id = $1', [tracks[3]]);
  expect(await checkLedger(app.deps)).toEqual([]);
  await sealLedger(app.deps);
  expect(await checkLedger(app.deps)).toEqual([]);
  const { counts } = await app.browser().read<{ counts: Record<string, number> }>('/api/ledger');
  expect(counts).toMatchObject({
    'void:undelivered': 5,
    'held:repeat': 1,
    'held:invited': 0,
    'void:staff': 2,
    'held:invented': 0,
    withdrawn: 2,
    entry: 5,
  });
});

test('LE-3 after the end the last entry is the final standing, and what lapses stays in it', async () => {
  const [{ id }] = await app.sql<{ id: number }>(`SELECT id FROM votes WHERE state = 'counted' LIMIT 1`);
  await app.sql(`UPDATE campaign_end SET ends_at = now() - interval '1 hour'`);
  const endsAt = app.deps.campaign.endsAt;
  app.deps.campaign.endsAt = new Date(app.clock.now().getTime() - 3_600_000).toISOString();
  await app.sql(`UPDATE votes SET lapsed_at = now(), reason = 'refunded late' WHERE id = $1`, [id]);
  await app.sql('UPDATE submissions SET score = 99 WHERE id = (SELECT min(id) FROM submissions)');
  await sealLedger(app.deps);
  expect(await checkLedger(app.deps)).toEqual([]);
  const [{ bundle }] = await app.sql<{ bundle: Buffer }>(
    'SELECT bundle FROM ledger_batches ORDER BY first DESC LIMIT 1',
  );
  expect(bundle.toString('latin1')).toMatch(/decision\n[\s\S]*state lapsed[\s\S]*final\n/);
  expect(await sealLedger(app.deps)).toMatchObject({ added: 0 });

  // It goes on after all: what lapsed is void, and the score counts.
  await app.sql(`UPDATE campaign_end SET ends_at = 'infinity'`);
  await app.sql('SELECT thaw_standings()');
  app.deps.campaign.endsAt = endsAt;
  await sealLedger(app.deps);
  expect(await checkLedger(app.deps)).toEqual([]);
});

test('LE-3 a total or a rank that was tampered with is named', async () => {
  const [{ id }] = await app.sql<{ id: number }>('SELECT submission_id AS id FROM fan_standings LIMIT 1');
  await app.sql('UPDATE fan_standings SET votes = votes + 1 WHERE submission_id = $1', [id]);
  expect(await checkLedger(app.deps)).toEqual([expect.stringMatching(/^By the ledger number \d is/)]);
  await app.sql('UPDATE fan_standings SET votes = votes - 1 WHERE submission_id = $1', [id]);
  await app.sql(
    'UPDATE submissions SET vote_count = vote_count + 1, votes_free = votes_free + 1 WHERE id = $1',
    [id],
  );
  expect((await checkLedger(app.deps)).join()).toMatch(/shows \d+ votes; by the ledger it has/);
});

test('LE-3 a site that had votes before it had a ledger opens its log with them', async () => {
  const own = await startTestApp();
  const [first, second] = [await insertTrack(own, { score: 40 }), await insertTrack(own, { score: 50 })];
  await own.sql(
    `INSERT INTO votes (submission_id, kind, counts_as, state, reason, voter_name, voter_phone, phone_e164, vote_count, receipt_code, day, created_at, lapsed_at)
     SELECT CASE WHEN n % 2 = 0 THEN $1::int ELSE $2::int END, kind, kind, state, reason, '', '', '+1646' || (2000000 + n), count,
       md5(n::text)::varchar(26), '2026-11-15', now(), lapsed
     FROM (VALUES (1, 'free', 'counted', NULL, 1, NULL::timestamptz), (2, 'free', 'held', 'came from the same device', 1, NULL),
       (3, 'free', 'voided', 'by staff', 1, NULL), (4, 'referral', 'counted', NULL, 5, NULL), (5, 'referral', 'counted', NULL, 5, NULL),
       (6, 'referral', 'counted', 'unreached', 5, now())) AS given (n, kind, state, reason, count, lapsed)`,
    [first, second],
  );
  await own.sql(
    `INSERT INTO votes (submission_id, kind, counts_as, state, reason, voter_name, voter_phone, vote_count, receipt_code, day, created_at, corrects)
     SELECT submission_id, 'adjustment', 'referral', 'counted', 'unreached', '', '', -5, 'correction', day, now(), id
     FROM votes WHERE kind = 'referral' ORDER BY id LIMIT 1`,
  );
  await own.sql('TRUNCATE ledger_outbox');
  const migration = await readFile(new URL('../../../migrations/0033_ledger.sql', import.meta.url), 'utf8');
  await own.sql(migration.slice(migration.indexOf('-- A site that had votes before')));
  expect(await checkLedger(own.deps)).toEqual([]);
  await sealLedger(own.deps);
  expect(await checkLedger(own.deps)).toEqual([]);
  const { counts } = await own.browser().read<{ counts: Record<string, number> }>('/api/ledger');
  expect(counts).toMatchObject({ vote: 6, entry: 2, score: 2, 'held:device': 1, 'void:undelivered': 5 });
  await own.close();
});
