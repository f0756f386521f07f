/**
 * Rank simulation and the first leaderboard page over HTTP, quiet and under votes, beside a route that does nothing and
 * beside a sorted set in Redis. Wanted: p99 under 5 ms at 300 requests a second.
 */
import { SIMULATED } from '../src/features/votes/contract.ts';
import type { BenchDatabase } from './bench-database.ts';
import { type BenchServer, startBenchServer } from './bench-server.ts';
import { measureRate, printRatio, printTiming, type Timing } from './load.ts';
import { askRedis, fillRedis, startRedis, voteInRedis } from './redis.ts';
import type { BenchOptions } from './run.ts';

const BARE = '/api/health';
const RATE = 300;
const VOTES_PER_SECOND = 200;

export async function benchRank(database: BenchDatabase, options: BenchOptions): Promise<void> {
  const server = await startBenchServer(database.url, database.folder);
  try {
    const { bare, quiet, busy } = await benchRoutes(server, database, options);
    const redis = await benchRedis(database, options);
    if (!redis) return;
    printRatio('p50, quiet, to a bare route and Redis', quiet.p50, bare.p50 + redis.quiet.p50);
    printRatio('p99, quiet, to a bare route and Redis', quiet.p99, bare.p99 + redis.quiet.p99);
    printRatio('p50, under votes, to a bare route and Redis', busy.p50, bare.p50 + redis.busy.p50);
    printRatio('p99, under votes, to a bare route and Redis', busy.p99, bare.p99 + redis.busy.p99);
  } finally {
    await server.stop();
  }
}

async function benchRoutes(
  server: BenchServer,
  database: BenchDatabase,
  { entries, seconds }: BenchOptions,
): Promise<Record<'bare' | 'quiet' | 'busy', Timing>> {
  const rank = () => server.read(`/api/submissions/${anyOf(entries)}/rank-simulation`);
  const board = (page: number) => () => server.read(`/api/leaderboard?page=${page}`);
  const began = performance.now();
  await rank();
  const took = performance.now() - began;
  console.log(`  first question, with the histogram loaded        ${took.toFixed(0)} ms`);
  await warm(rank);
  await warm(board(1));
  const report = (name: string, send: () => Promise<boolean>) => reportRoute(server, name, seconds, send);
  const bare = await report('a route that does nothing', () => server.read(BARE));
  const quiet = await report('rank simulation', rank);
  const voting = keepVoting(entries, (track, n) => writeVote(database, track, n));
  const busy = await report(`rank simulation, ${VOTES_PER_SECOND} votes/s written`, rank);
  await voting.stop();
  const first = await report('first leaderboard page', board(1));
  const deep = await report('a leaderboard page anywhere', () => board(Math.ceil(anyOf(entries) / 5))());
  for (const [name, timing] of Object.entries({ quiet, busy, first, deep })) {
    printRatio(`p50, ${name}, to a bare route`, timing.p50, bare.p50);
    printRatio(`p99, ${name}, to a bare route`, timing.p99, bare.p99);
  }
  return { bare, quiet, busy };
}

const anyOf = (entries: number) => 1 + Math.floor(Math.random() * entries);

/** Code is compiled and pages are read into memory by the first hundreds. */
async function warm(send: () => Promise<boolean>): Promise<void> {
  for (let n = 0; n < 500; n++) await send();
}

/** The time over HTTP, as a visitor has it, and the server's own. */
async function reportRoute(
  server: BenchServer,
  name: string,
  seconds: number,
  send: () => Promise<boolean>,
): Promise<Timing> {
  await server.report();
  const timing = await measureRate(RATE, seconds, send);
  const { time, longestCollection, latestLoop } = await server.report();
  printTiming(name, timing);
  console.log(
    `    in the server: p50 ${time.p50.toFixed(2)} ms  p99 ${time.p99.toFixed(2)} ms; longest garbage collection ${longestCollection.toFixed(1)} ms, loop late by at most ${latestLoop.toFixed(1)} ms`,
  );
  return timing;
}

async function benchRedis(database: BenchDatabase, { entries, seconds }: BenchOptions) {
  const redis = await startRedis();
  if (!redis) {
    console.log('  redis-server is not installed: not compared with ZCOUNT');
    return null;
  }
  try {
    await fillRedis(redis, database, entries);
    const ask = () => askRedis(redis, anyOf(entries), SIMULATED);
    await warm(ask);
    const quiet = await measureRate(RATE, seconds, ask);
    printTiming('Redis: ZSCORE, then ZCOUNT for each step', quiet);
    const voting = keepVoting(entries, (track) => voteInRedis(redis, track));
    const busy = await measureRate(RATE, seconds, ask);
    printTiming(`Redis, ${VOTES_PER_SECOND} ZINCRBY/s written`, busy);
    await voting.stop();
    return { quiet, busy };
  } finally {
    await redis.stop();
  }
}

/** A vote as the service writes it. */
const writeVote = ({ pool }: BenchDatabase, track: number, n: number) =>
  pool.query(
    `SELECT write_free_vote($1, 'Bench', '', $2, 'none', $3, $3, $3, current_date, now(), 'counted', NULL)`,
    [track, `+1999${n}`, String(n).padStart(26, 'r')],
  );

/** At a steady rate, until told to stop. */
function keepVoting(entries: number, vote: (track: number, n: number) => Promise<unknown>) {
  let going = true;
  const done = (async () => {
    const began = performance.now();
    for (let n = 0; going; n++) {
      vote(anyOf(entries), n).catch((error) => console.error(error.message));
      const wait = began + ((n + 1) * 1000) / VOTES_PER_SECOND - performance.now();
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    }
  })();
  return {
    async stop() {
      going = false;
      await done;
    },
  };
}
