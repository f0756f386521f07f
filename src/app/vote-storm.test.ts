// Votes of every kind at once on few tracks, while the server is killed and started again: everything agrees to the vote.
// `npm run storm-votes` does the same with 5,000.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SESSION_COOKIE } from '#features/people/rules.ts';
import { openSession } from '#features/people/service-sessions.ts';
import { openTestDatabase } from '#platform/db/test-database.ts';
import { createTokens } from '#platform/tokens.ts';
import { insertTrack } from './test-buyer.ts';
import { end, findProgram, hearFirst } from './test-program.ts';
import { type Deed, expectOneContest, voteSomehow } from './test-vote-storm.ts';

const VOTERS = Number(process.env.VOTE_STORM ?? 300);
const KILLS = VOTERS > 1000 ? 5 : 1;
const AT_ONCE = 16;

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let dataDir: string;
let server: { child: ChildProcess; url: string };
const sql = async <Row extends object>(text: string, values?: unknown[]) =>
  (await database.pool.query(text, values)).rows as Row[];

async function startServer() {
  const child = spawn(process.execPath, [findProgram('test-vote-server'), database.url, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return { child, url: await hearFirst(child) };
}

async function killServer(): Promise<void> {
  await end(server.child);
}

beforeAll(async () => {
  database = await openTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'soundcheck-storm-'));
  server = await startServer();
});
afterAll(async () => {
  await killServer();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

async function signIn(phone: string): Promise<string> {
  const deps = { clock: { now: () => new Date() }, tokens: createTokens('a secret for tests only') };
  const proven = { phone, provenBy: 'sms' as const, agent: 'a storm' };
  return `${SESSION_COOKIE}=${await openSession(deps, database.db, proven)}`;
}

/** So many at a time, each as soon as another is done; the server dies when a share of them is through. */
async function runStorm(tracks: readonly number[]): Promise<Deed[]> {
  const deeds: Deed[] = [];
  const killAt = Array.from({ length: KILLS }, (_, k) => Math.floor((VOTERS * (k + 1)) / (KILLS + 1)));
  let next = 0;
  let restarting: Promise<void> = Promise.resolve();
  const work = async () => {
    while (next < VOTERS) {
      const n = next++;
      if (killAt.includes(n))
        restarting = killServer()
          .then(startServer)
          .then((started) => {
            server = started;
          });
      deeds.push(await voteSomehow({ url: () => server.url, tracks, signIn }, n));
      // A long storm says how far it is: one that hangs is told from one that is slow.
      if (deeds.length % 500 === 0) console.log(`${deeds.length} of ${VOTERS} voters through`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  await restarting;
  return deeds;
}

test(`HON-4 VO-10 VO-16 SV-3 LE-3 ${VOTERS} voters, ${KILLS} kills: totals, ranks and payments agree to the vote`, {
  timeout: 60_000 + VOTERS * 500,
}, async () => {
  const tracks = await Promise.all([61, 61, 72].map((score) => insertTrack({ sql }, { score })));
  const deeds = await runStorm(tracks);
  expect(deeds).toHaveLength(VOTERS);

  const totals = await sql<Record<string, number>>(
    `SELECT s.id, s.vote_count, s.votes_free, s.votes_paid, s.votes_referred, s.votes_held, s.votes_waiting,
         coalesce(sum(v.vote_count) FILTER (WHERE v.state = 'counted'), 0)::int AS counted,
         coalesce(sum(v.vote_count) FILTER (WHERE v.state = 'held'), 0)::int AS held,
         coalesce(sum(v.vote_count) FILTER (WHERE v.state = 'waiting'), 0)::int AS waiting
       FROM submissions s LEFT JOIN votes v ON v.submission_id = s.id GROUP BY s.id ORDER BY s.id`,
  );
  for (const total of totals) {
    const expected = deeds
      .filter(({ track }) => track === total.id)
      .reduce((sum, { votes }) => sum + votes, 0);
    expect(total.counted + total.held + total.waiting).toBe(expected);
    expect(total.votes_waiting).toBe(total.waiting);
    expect(total.vote_count).toBe(total.counted);
    expect(total.votes_held).toBe(total.held);
    expect(total.votes_free + total.votes_paid + total.votes_referred).toBe(total.vote_count);
  }

  // Every payment that was taken gave its votes, once; nothing else did.
  const [money] = await sql<Record<string, number>>(
    `SELECT count(*)::int AS paid, count(v.id)::int AS given, count(DISTINCT v.id)::int AS different
       FROM payment_intents p LEFT JOIN votes v ON v.payment_id = p.id WHERE p.state = 'succeeded'`,
  );
  const bought = deeds.filter(({ kind }) => kind === 'paid').length;
  expect(money).toEqual({ paid: bought, given: bought, different: bought });
  // Each text once: gone out, or waiting for the morning where it is night.
  const [texts] = await sql<{ sent: number }>(
    "SELECT count(*)::int AS sent FROM text_messages WHERE state IN ('sent', 'scheduled', 'waiting')",
  );
  expect(texts.sent).toBe(3 * deeds.filter(({ kind }) => kind === 'referral').length);

  await expectOneContest(database);
});
