// Processes that disagree do not run side by side.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '../log.ts';
import { type Belief, compareVersions, hasNewestEngine, joinSite } from './join-site.ts';
import { openTestDatabase } from './test-database.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

const belief: Belief = { role: 'api', engineVersion: '2.9', campaignSha256: 'c', secretDigest: 's' };
const join = (change: Partial<Belief> = {}, { minutes = 0, replacesCampaign = false } = {}) =>
  joinSite(
    database.db,
    { ...belief, ...change },
    {
      log: createLog('silent'),
      now: new Date(Date.now() + minutes * 60_000),
      replacesCampaign,
    },
  );

test('OP-6 one more may join that has the same secret, campaign and clock', async () => {
  const leave = await join();
  const leaveToo = await join({ role: 'worker' });
  await expect(join({ secretDigest: 'other' })).rejects.toThrow('APP_SECRET');
  await expect(join({ campaignSha256: 'other' })).rejects.toThrow('campaign file');
  await expect(join({}, { minutes: 2 })).rejects.toThrow('120 s away');
  await (await join({ campaignSha256: 'other' }, { replacesCampaign: true }))();
  await leave();
  await leaveToo();
});

test('whoever is silent for a minute is gone, and no longer asked', async () => {
  await join({ secretDigest: 'of a killed process' });
  await database.pool.query(`UPDATE processes SET seen_at = now() - interval '61 seconds'`);
  await (await join())();
});

test('OP-6 of two engines only the newer one renews', async () => {
  const leave = await join({ engineVersion: '2.10' });
  expect(await hasNewestEngine(database.db, '2.9')).toBe(false);
  expect(await hasNewestEngine(database.db, '2.10')).toBe(true);
  expect(await hasNewestEngine(database.db, '3.0')).toBe(true);
  await leave();
  expect(await hasNewestEngine(database.db, '2.9')).toBe(true);
  expect(compareVersions('2.10', '2.9')).toBeGreaterThan(0);
});
