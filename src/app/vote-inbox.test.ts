// Votes by each inbox while whoever takes them in, whoever counts them, what keeps them and their connections are killed:
// each that was answered is counted once.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestDatabase } from '#platform/db/test-database.ts';
import { countMessages, hasNats, type NatsServer, startNats } from '#providers/vote-inbox/test-nats.ts';
import { insertTrack } from './test-buyer.ts';
import { end, findProgram, hearFirst } from './test-program.ts';
import { expectOneContest } from './test-vote-storm.ts';
import { findPhone, networkOf } from './test-voters.ts';

const VOTERS = Number(process.env.VOTE_STORM ?? 240);
const AT_ONCE = 16;

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let dataDir: string;
let nats: NatsServer | undefined;
const parts: Partial<Record<'inbox' | 'counter', { child: ChildProcess; said: string }>> = {};
const sql = async <Row extends object>(text: string, values?: unknown[]) =>
  (await database.pool.query(text, values)).rows as Row[];

async function start(part: 'inbox' | 'counter'): Promise<void> {
  const child = spawn(
    process.execPath,
    [findProgram('test-vote-server'), database.url, dataDir, part, nats?.url ?? ''],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  parts[part] = { child, said: await hearFirst(child) };
}

async function kill(part: 'inbox' | 'counter'): Promise<void> {
  const { child } = parts[part]!;
  await end(child);
}

/** Whatever transaction is under way breaks off, as when the database fails over. */
const breakConnections = () =>
  sql(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'`);

beforeEach(async () => {
  database = await openTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'soundcheck-inbox-'));
});
afterEach(async () => {
  await Promise.all([kill('inbox'), kill('counter')]);
  await nats?.stop();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Tries until it is answered, as a person would; every third one twice at the same time. */
async function vote(track: number, n: number): Promise<string[]> {
  const ask = async (): Promise<string> => {
    for (let attempt = 0; ; attempt++)
      try {
        const response = await fetch(`${parts.inbox!.said}/api/submissions/${track}/vote`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-forwarded-for': networkOf(n + 1) },
          body: JSON.stringify({ voterName: `Fan ${n}`, voterPhone: findPhone(n) }),
        });
        if (response.status === 200) return ((await response.json()) as { receiptCode: string }).receiptCode;
        if (response.status !== 503) throw new Error(`vote ${n}: ${response.status}`);
      } catch (error) {
        // The connection broke: what the server did before that, nobody here knows.
        if (attempt > 300 || !(error instanceof TypeError)) throw error;
      } finally {
        if (attempt > 0) await sleep(50);
      }
  };
  return Promise.all(n % 3 === 0 ? [ask(), ask()] : [ask()]);
}

async function runStorm(tracks: readonly number[]): Promise<string[]> {
  const deeds: Record<number, () => Promise<unknown>> = {
    [Math.floor(VOTERS * 0.2)]: () => kill('counter'),
    [Math.floor(VOTERS * 0.4)]: () => kill('inbox').then(() => start('inbox')),
    [Math.floor(VOTERS * 0.5)]: () => start('counter'),
    [Math.floor(VOTERS * 0.55)]: async () => nats?.kill().then(nats.start),
    [Math.floor(VOTERS * 0.6)]: breakConnections,
    [Math.floor(VOTERS * 0.7)]: () => kill('counter').then(() => start('counter')),
    [Math.floor(VOTERS * 0.8)]: breakConnections,
    [Math.floor(VOTERS * 0.85)]: async () => nats?.kill().then(nats.start),
  };
  const receipts: string[] = [];
  // One after the other: a part that is still starting cannot be killed yet.
  let running: Promise<unknown> = Promise.resolve();
  let next = 0;
  const work = async () => {
    while (next < VOTERS) {
      const n = next++;
      if (deeds[n]) running = running.then(deeds[n]);
      receipts.push(...(await vote(tracks[n % tracks.length], n)));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  await running;
  return receipts;
}

const title = `OP-9 HON-4 VO-10 SV-3 LE-3 ${VOTERS} voters by the inbox, its parts killed: each counts once, and all agrees`;
const timeout = 120_000 + VOTERS * 200;
test(title, { timeout }, storm);
test.skipIf(!hasNats)(
  `${title}; in NATS, killed twice, where nats-server is installed`,
  { timeout },
  async () => {
    nats = await startNats();
    await storm();
  },
);

async function storm() {
  await Promise.all([start('inbox'), start('counter')]);
  const tracks = await Promise.all([61, 61, 72].map((score) => insertTrack({ sql }, { score })));
  const receipts = await runStorm(tracks);
  const countWaiting = async () =>
    nats ? countMessages(nats.url) : (await sql('SELECT FROM vote_inbox LIMIT 1')).length;
  while ((await countWaiting()) > 0) await sleep(100);

  // Whatever was answered is there, once; and nothing was refused.
  expect(new Set(receipts).size).toBe(receipts.length);
  const written = await sql<{ receipt_code: string }>('SELECT receipt_code FROM votes');
  const there = new Set(written.map(({ receipt_code }) => receipt_code));
  expect(receipts.filter((code) => !there.has(code))).toEqual([]);
  expect(await sql('SELECT * FROM refused_votes')).toEqual([]);

  // One standing vote a voter, whatever they sent twice; totals are the sums of the votes.
  const totals = await sql<Record<string, number>>(
    `SELECT s.id, s.vote_count, s.votes_free, s.votes_held,
       count(*) FILTER (WHERE v.state = 'counted')::int AS counted,
       count(*) FILTER (WHERE v.state = 'held')::int AS held,
       count(DISTINCT v.phone_e164)::int AS numbers
     FROM submissions s JOIN votes v ON v.submission_id = s.id GROUP BY s.id ORDER BY s.id`,
  );
  for (const total of totals) {
    expect(total.counted + total.held).toBe(total.numbers);
    expect([total.vote_count, total.votes_free, total.votes_held]).toEqual([
      total.counted,
      total.counted,
      total.held,
    ]);
  }
  expect(totals.reduce((sum, { numbers }) => sum + numbers, 0)).toBe(VOTERS);

  await expectOneContest(database);
}
