/**
 * Every public read that could grow with the contest, at 1,000 to 1,000,000 tracks and with 20,000 recordings waiting, beside
 * a route that does nothing. Wanted: p99 under 20 ms in the server, and about the same at every size. Processor time, of server
 * and database together, says how it grows also on a machine that others use.
 */
import { type BenchDatabase, buildIndexes, dropIndexes, fillTracks } from './bench-database.ts';
import { type BenchServer, startBenchServer } from './bench-server.ts';
import { readDatabaseCpu, readProcessCpu } from './cpu.ts';
import { measureRate } from './load.ts';
import type { BenchOptions } from './run.ts';

const SIZES = [1000, 10_000, 100_000, 1_000_000];
const WAITING = 20_000;
const RATE = 40;
const SEARCHES = ['artist', 'a1b', 'f', 'ti', 'a1b2c', 'zzz'];

const anyOf = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)];
const anyTrack = (entries: number) => 1 + Math.floor(Math.random() * entries);

const spellReceipt = (n: number) => String(n).padStart(26, '0');

/** What is asked, by name: a path for each question. */
const READS: Record<string, (entries: number) => string> = {
  'a route that does nothing': () => '/api/health',
  'first page of the board': () => '/api/leaderboard',
  'a page anywhere': (entries) => `/api/leaderboard?page=${Math.ceil(anyTrack(entries) / 5)}`,
  'a page of a genre': (entries) => `/api/leaderboard?genre=Pop&page=${Math.ceil(anyTrack(entries) / 20)}`,
  'board search': () => `/api/leaderboard?search=${anyOf(SEARCHES)}`,
  'rank in the round': (entries) => `/api/submissions/${anyTrack(entries)}/round-ranking`,
  'rank simulation': (entries) => `/api/submissions/${anyTrack(entries)}/rank-simulation`,
  'voting state': (entries) => `/api/submissions/${anyTrack(entries)}/voting`,
  'votes of a track': (entries) => `/api/submissions/${anyTrack(entries)}/votes`,
  'a receipt': (entries) => `/api/vote-receipts/${spellReceipt(anyTrack(entries))}`,
  'those around a track': (entries) => `/api/submissions/${anyTrack(entries)}/fan-neighbours`,
  'copies of a track': (entries) => `/api/submissions/${anyTrack(entries)}/duplicates`,
  'versions of a track': (entries) => `/api/submissions/${anyTrack(entries)}/versions`,
  'duel ranking': () => '/api/duel-ranking',
  'what to hear': () => '/api/listen',
  'the ledger': () => '/api/ledger',
  'status, 20,000 waiting': (entries) => `/api/submissions/${entries + anyTrack(WAITING)}/status`,
  winners: () => '/api/rounds/winners',
  'the first 500': () => '/api/submissions',
};

export async function benchReads(database: BenchDatabase, { entries, seconds }: BenchOptions): Promise<void> {
  for (const size of SIZES.filter((one) => one <= entries)) {
    const began = performance.now();
    await database.pool.query(
      'TRUNCATE recordings, submissions, votes, board_cells, board_times, fan_standings, waiting_runs RESTART IDENTITY CASCADE',
    );
    await fillTracks(database, size);
    await fillVotes(database, size);
    await fillLine(database);
    const { rows } = await database.pool.query<{ size: string }>(
      'SELECT pg_size_pretty(pg_database_size(current_database())) AS size',
    );
    const took = ((performance.now() - began) / 1000).toFixed(0);
    console.log(`  ${size.toLocaleString('en-US')} tracks and votes (${rows[0].size}, filled in ${took} s)`);
    const server = await startBenchServer(database.url, database.folder);
    try {
      await benchSize(database, server, size, seconds);
    } finally {
      await server.stop();
    }
  }
}

async function benchSize(
  database: BenchDatabase,
  server: BenchServer,
  size: number,
  seconds: number,
): Promise<void> {
  const readSpent = async () => readProcessCpu(server.pid) + (await readDatabaseCpu(database));
  for (const [name, path] of Object.entries(READS)) {
    for (let n = 0; n < 40; n++) await server.read(path(size));
    await server.report();
    const before = await readSpent();
    const { failed, requests } = await measureRate(RATE, seconds, () => server.read(path(size)));
    const spent = (1000 * ((await readSpent()) - before)) / requests;
    const { time } = await server.report();
    console.log(
      `    ${name.padEnd(28)} p50 ${time.p50.toFixed(2)} ms  p99 ${time.p99.toFixed(2)} ms  ${spent.toFixed(1)} ms of a processor${failed ? `  ${failed} failed` : ''}`,
    );
  }
}

/** One for each track on average, most of them for few; the totals are those fillTracks made up. */
async function fillVotes({ pool }: BenchDatabase, entries: number): Promise<void> {
  const indexes = await dropIndexes(pool, ['votes']);
  await pool.query('ALTER TABLE votes DISABLE TRIGGER USER');
  await pool.query(
    `INSERT INTO votes (submission_id, kind, counts_as, state, voter_name, voter_phone, phone_e164, receipt_code,
       address_digest, device_digest, day, created_at)
     SELECT 1 + floor($1::int * random() ^ 3)::int, 'free', 'free', 'counted', 'Fan ' || n, phone, phone,
       lpad(n::text, 26, '0'), 'a' || n, 'd' || n, current_date, now() - random() * interval '1 hour'
     FROM (SELECT n, '+1' || (2000000000 + n) AS phone FROM generate_series(1, $1::int) n) b`,
    [entries],
  );
  await pool.query('ALTER TABLE votes ENABLE TRIGGER USER');
  await buildIndexes(pool, indexes);
  await pool.query('VACUUM ANALYZE votes');
}

/** Tracks that nobody has listened to yet, one a second since hours ago. */
async function fillLine({ pool }: BenchDatabase): Promise<void> {
  await pool.query(
    `INSERT INTO recordings (audio_sha256, audio_key, bytes)
     SELECT 'waiting ' || n, 'audio/waiting ' || n, 1 FROM generate_series(1, $1::int) n`,
    [WAITING],
  );
  await pool.query(
    `INSERT INTO recording_runs (audio_sha256, queued_at)
     SELECT 'waiting ' || n, now() - ($1::int - n) * interval '1 second' FROM generate_series(1, $1::int) n`,
    [WAITING],
  );
  await pool.query(
    `INSERT INTO submissions (artist_name, phone_number, track_title, audio_sha256)
     SELECT 'Waiting ' || n, '+12025550100', 'Title ' || n, 'waiting ' || n FROM generate_series(1, $1::int) n`,
    [WAITING],
  );
  await pool.query('VACUUM ANALYZE recording_runs, waiting_runs, recordings, submissions');
}
