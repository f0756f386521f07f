/** Rank simulation and the first leaderboard page over HTTP, beside a route that does nothing; quiet, and under votes. */
import type { BenchDatabase } from './bench-database.ts';
import { startBenchServer } from './bench-server.ts';
import { measureRate, printRatio, printTiming, type Timing } from './load.ts';
import type { BenchOptions } from './run.ts';

const BARE = '/api/health';
const RATE = 300;
const VOTES_PER_SECOND = 200;

export async function benchRank(database: BenchDatabase, { entries, seconds }: BenchOptions): Promise<void> {
  const server = await startBenchServer(database.url, database.folder);
  try {
    const anyTrack = () => 1 + Math.floor(Math.random() * entries);
    const rank = () => server.read(`/api/submissions/${anyTrack()}/rank-simulation`);
    const began = performance.now();
    await rank();
    console.log(
      `  first question, with the histogram loaded        ${(performance.now() - began).toFixed(0)} ms`,
    );
    for (let n = 0; n < 200; n++) await rank();
    const bare = await report('a route that does nothing', () => server.read(BARE), seconds);
    const quiet = await report('rank simulation', rank, seconds);
    const voting = keepVoting(database, entries);
    const busy = await report(`rank simulation, ${VOTES_PER_SECOND} votes/s written`, rank, seconds);
    await voting.stop();
    const first = await report('first leaderboard page', () => server.read('/api/leaderboard'), seconds);
    const deep = await report(
      'a leaderboard page anywhere',
      () => server.read(`/api/leaderboard?page=${Math.ceil(anyTrack() / 5)}`),
      seconds,
    );
    for (const [name, timing] of Object.entries({ quiet, busy, first, deep }))
      printRatio(`p99, ${name}`, timing.p99, bare.p99);
  } finally {
    await server.stop();
  }
}

async function report(name: string, send: () => Promise<boolean>, seconds: number): Promise<Timing> {
  const timing = await measureRate(RATE, seconds, send);
  printTiming(name, timing);
  return timing;
}

/** Votes as the service writes them, at a steady rate, until told to stop. */
function keepVoting({ pool }: BenchDatabase, entries: number) {
  let going = true;
  const done = (async () => {
    for (let n = 0; going; n++) {
      void pool
        .query(
          `INSERT INTO votes (submission_id, kind, counts_as, state, voter_name, voter_phone, phone_e164, receipt_code,
             day, created_at) VALUES ($1, 'free', 'free', 'counted', 'Bench', '', $2, $3, current_date, now())`,
          [1 + Math.floor(Math.random() * entries), `+1999${n}`, String(n).padStart(26, 'r')],
        )
        .catch((error) => console.error(error.message));
      await new Promise((resolve) => setTimeout(resolve, 1000 / VOTES_PER_SECOND));
    }
  })();
  return {
    async stop() {
      going = false;
      await done;
    },
  };
}
