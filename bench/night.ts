/**
 * The night of the final over HTTP: how long a vote takes to be accepted while a worker counts and readers ask through a
 * cache that keeps answers for as long as they say, as a proxy would; and what visitors and votes cost in processor time.
 */
import type { BenchDatabase } from './bench-database.ts';
import { type BenchServer, startBenchServer } from './bench-server.ts';
import { readDatabaseCpu, readProcessCpu } from './cpu.ts';
import { measureRate, measureThroughput, printTiming } from './load.ts';
import type { BenchOptions } from './run.ts';

const VOTES_A_SECOND = 40;
const AT_ONCE = 128;
const READS_A_SECOND = 20_000;
/** What everybody looks at on the night. */
const HOT_TRACKS = 30;
const READS = ['voting', 'votes', 'rank-simulation'];
/** What a visitor's browser asks for between coming and leaving, on four pages. */
const VISIT = [
  'leaderboard',
  'submissions/:id',
  ...READS.map((read) => `submissions/:id/${read}`),
  'me',
  'catalogue',
];
const VISITORS = 150;
const IDLE_MS = 3000;
/** What clouds ask for a processor and its memory for an hour, about. */
const DOLLARS = 0.05;

export async function benchNight(database: BenchDatabase, { seconds }: BenchOptions): Promise<void> {
  const open = (part?: 'inbox' | 'counter') => startBenchServer(database.url, database.folder, part);
  const single = await open();
  const visits = await priceVisits(database, single);
  const singles = await priceVotes(database, [single], seconds);
  await single.stop();
  const [api, counter] = [await open('inbox'), await open('counter')];
  const batched = await priceVotes(database, [api, counter], seconds);
  console.log(`  processor seconds, api, worker and database together:`);
  console.log(`  1,000 visitors of ${VISIT.length} calls each`.padEnd(48), visits.toFixed(1));
  console.log('  1,000 votes one by one'.padEnd(48), singles.cpu.toFixed(1));
  console.log('  1,000 votes by the inbox, counted'.padEnd(48), batched.cpu.toFixed(1));
  const processors = 10 * batched.cpu;
  console.log(
    `  10,000 votes a second, HTTP and all: ${processors.toFixed(0)} processors, $${(processors * DOLLARS).toFixed(2)} an hour at $${DOLLARS} a processor hour`,
  );
  printTiming(`accepting, ${VOTES_A_SECOND} a second, nobody reads`, batched.timing);
  await benchReaders(api, seconds);
  await Promise.all([api.stop(), counter.stop()]);
}

let people = 30_000_000;
const castVote = (api: BenchServer) => {
  const n = people++;
  const phone = `+1${212 + (n % 500)}${String(2_000_000 + ((n * 7919) % 7_999_999)).padStart(7, '0')}`;
  const address = `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;
  return api.vote(1 + (n % HOT_TRACKS), { voterName: `Fan ${n}`, voterPhone: phone }, address);
};

/** Processor seconds for each of what `work` says it did, without what the processes take when nobody comes. */
async function price(
  database: BenchDatabase,
  servers: readonly BenchServer[],
  work: () => Promise<number>,
): Promise<number> {
  const spend = async () =>
    (await readDatabaseCpu(database)) + servers.reduce((sum, { pid }) => sum + readProcessCpu(pid), 0);
  const idle = await spend();
  await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
  const [before, began] = [await spend(), performance.now()];
  const done = await work();
  const perMs = (before - idle) / IDLE_MS;
  return ((await spend()) - before - perMs * (performance.now() - began)) / done;
}

async function priceVisits(database: BenchDatabase, api: BenchServer): Promise<number> {
  const visit = async (n: number) => {
    for (const path of VISIT) await api.read(`/api/${path.replace(':id', String(1 + (n % HOT_TRACKS)))}`);
    return true;
  };
  for (let n = 0; n < 20; n++) await visit(n);
  const visitAll = async () => {
    await measureRate(VISITORS / 5, 5, visit);
    return VISITORS;
  };
  return 1000 * (await price(database, [api], visitAll));
}

/** As many as come through, for batches are worth their price only when there are many; and how long one of few takes. */
async function priceVotes(database: BenchDatabase, servers: readonly BenchServer[], seconds: number) {
  const [api] = servers;
  const castMany = async () => {
    let cast = 0;
    await measureThroughput(AT_ONCE, seconds, async () => {
      if (await castVote(api)) cast += 1;
    });
    while ((await database.pool.query('SELECT FROM vote_inbox LIMIT 1')).rowCount)
      await new Promise((resolve) => setTimeout(resolve, 100));
    return cast;
  };
  // Code that has just been loaded takes several times as long: a night is longer than that.
  await castMany();
  const cpu = await price(database, servers, castMany);
  await api.report();
  await measureRate(VOTES_A_SECOND, seconds, () => castVote(api));
  return { cpu: 1000 * cpu, timing: (await api.report()).posted };
}

async function benchReaders(api: BenchServer, seconds: number): Promise<void> {
  const cache = openCache(api);
  const paths = Array.from(
    { length: HOT_TRACKS * READS.length },
    (_, n) => `/api/submissions/${1 + (n % HOT_TRACKS)}/${READS[n % READS.length]}`,
  );
  let n = 0;
  const everyMs = 20;
  const timer = setInterval(() => {
    for (let left = (READS_A_SECOND * everyMs) / 1000; left > 0; left--) cache.ask(paths[n++ % paths.length]);
  }, everyMs);
  await measureRate(VOTES_A_SECOND, seconds, () => castVote(api));
  clearInterval(timer);
  const { posted: timing } = await api.report();
  printTiming(`accepting, ${(cache.asked / seconds).toFixed(0)} cached reads a second`, timing);
  const hits = 1 - cache.fetched / cache.asked;
  console.log(
    `  answered by the cache (over 99% wanted)`.padEnd(48),
    `${(hits * 100).toFixed(2)}% of ${cache.asked}`,
  );
}

/** As a proxy that believes s-maxage and stale-while-revalidate, and asks once for all who wait. */
function openCache(api: BenchServer) {
  const kept = new Map<string, { freshUntil: number; isAsked: boolean }>();
  const cache = {
    asked: 0,
    fetched: 0,
    ask(path: string): void {
      cache.asked += 1;
      const now = performance.now();
      const found = kept.get(path) ?? { freshUntil: 0, isAsked: false };
      kept.set(path, found);
      if (found.freshUntil > now || found.isAsked) return;
      found.isAsked = true;
      cache.fetched += 1;
      const keep = async () => {
        const shared = await api.readShared(path);
        Object.assign(found, { freshUntil: performance.now() + shared * 1000, isAsked: false });
      };
      void keep().catch(() => Object.assign(found, { isAsked: false }));
    },
  };
  return cache;
}
