// The whole site behind PgBouncer in transaction mode: each statement may meet another connection of the server.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { connect } from '#platform/db/connect.ts';
import { dropDatabase, runStatement, withDatabase } from '#platform/db/test-database.ts';
import { migrateSchema } from './migrate-database.ts';
import { startTestApp, type TestApp, until } from './test-app.ts';
import { insertTrack } from './test-buyer.ts';
import { hasPooler, Pooler } from './test-pooler.ts';
import { findPhone, readCounts, voteFrom } from './test-voters.ts';

const pooler = new Pooler();
const poolerOfOwner = new Pooler();
let app: TestApp;
beforeAll(async () => {
  if (!hasPooler) return;
  app = await startTestApp({
    worker: true,
    env: { DATABASE_POOLER: 'true', TRUST_PROXY: '1' },
    reachThrough: (url) => pooler.open(url),
  });
});
afterAll(async () => {
  await app?.close();
  await pooler.close();
  await poolerOfOwner.close();
});

test.skipIf(!hasPooler)('OP-5 behind PgBouncer votes, ranks and jobs do as without it', async () => {
  const tracks = await Promise.all([70, 80, 90].map((score) => insertTrack(app, { score })));
  const asked = Array.from({ length: 150 }, async (_, n) => {
    const track = tracks[n % 3];
    const votes = voteFrom(app, track, { voterName: 'Fan', voterPhone: findPhone(n) }, n);
    const reads = ['voting', 'rank-simulation?votes=10', 'fan-neighbours'];
    const answers = await Promise.all([
      votes,
      ...reads.map((path) => app.browser().get(`/api/submissions/${track}/${path}`)),
    ]);
    return answers.map(({ status, url }) => `${status} ${new URL(url).pathname}`);
  });
  const answers = (await Promise.all(asked)).flat();
  expect(answers.filter((answer) => !answer.startsWith('200'))).toEqual([]);
  for (const track of tracks) expect((await readCounts(app, track)).total).toBe(50);
  const heard = await app.browser().submit();
  await until(async () => {
    const [row] = await app.sql<{ state: string }>(`SELECT state FROM submissions WHERE id = ${heard}`);
    return row.state === 'done';
  }, 'a worker behind the pooler listens to a track');
});

test.skipIf(!hasPooler)(
  'OP-5 behind PgBouncer several migrate at once, and leave no lock behind',
  async () => {
    const name = `${inject('templateName')}_${randomBytes(6).toString('hex')}`;
    await runStatement(inject('databaseUrl'), `CREATE DATABASE "${name}"`);
    try {
      const url = withDatabase(await poolerOfOwner.open(inject('databaseUrl')), name);
      await Promise.all([migrateSchema(url), migrateSchema(url), migrateSchema(url)]);
      const { pool, close } = connect(withDatabase(inject('databaseUrl'), name), { max: 1 });
      const locks = `SELECT FROM pg_locks WHERE locktype = 'advisory'
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
      expect((await pool.query(locks)).rowCount).toBe(0);
      await close();
    } finally {
      await dropDatabase(inject('databaseUrl'), name);
    }
  },
);
