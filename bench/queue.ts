/** A long line of jobs that do next to nothing, by our own queue, and whether it ever stands still. */
import { z } from 'zod';
import { job } from '../src/platform/jobs/job.ts';
import { createQueue } from '../src/platform/jobs/queue.ts';
import { createLog } from '../src/platform/log.ts';
import type { BenchDatabase } from './bench-database.ts';
import { readCpu } from './cpu.ts';
import type { BenchOptions } from './run.ts';

const CONCURRENCY = 8;
const LOOKED_AT_MS = 250;

export async function benchQueue(database: BenchDatabase, { entries }: BenchOptions): Promise<void> {
  const jobs = Math.min(50_000, entries);
  const NAME = { name: 'bench-next-to-nothing', payload: z.object({ id: z.int() }) };
  const seen = new Set<number>();
  let twice = 0;
  const work = job(NAME, async ({ id }) => {
    if (seen.has(id)) twice += 1;
    seen.add(id);
  });
  const queue = await createQueue({ url: database.url, db: database.db, log: createLog('error') });
  await queue.declare([work]);
  // As pg-boss writes them, each of its own millisecond, in one go: writing 50,000 one by one is not what is measured.
  await database.pool.query(
    `INSERT INTO pgboss.job (name, data, retry_limit, heartbeat_seconds, created_on)
     SELECT $1, jsonb_build_object('id', n), 3, 10, now() - ($2::int - n) * interval '1 millisecond' FROM generate_series(1, $2::int) n`,
    [NAME.name, jobs],
  );
  await database.pool.query('ANALYZE pgboss.job');
  const [cpu, began] = [await readCpu(database), performance.now()];
  await queue.work([work], CONCURRENCY);
  let [longest, stood, before, fifth] = [0, 0, 0, 1];
  while (seen.size < jobs && stood < 60_000) {
    await new Promise((resolve) => setTimeout(resolve, LOOKED_AT_MS));
    // A line that is worked off slower the longer it is would show here.
    if (seen.size >= (fifth * jobs) / 5)
      console.log(
        `  ${seen.size} done after ${((performance.now() - began) / 1000).toFixed(0)} s`,
        `(fifth ${fifth++} of 5)`,
      );
    stood = seen.size === before ? stood + LOOKED_AT_MS : 0;
    before = seen.size;
    longest = Math.max(longest, stood);
  }
  const seconds = (performance.now() - began) / 1000;
  const spent = (await readCpu(database)) - cpu;
  await queue.stop();
  console.log(
    `  ${seen.size} of ${jobs} jobs done in ${seconds.toFixed(0)} s by ${CONCURRENCY} at once: ${(seen.size / seconds).toFixed(0)} a second, ${(seen.size / spent).toFixed(0)} a processor second`,
  );
  console.log(
    `  the longest stand-still: ${longest} ms (looked at every ${LOOKED_AT_MS}); run twice: ${twice}`,
  );
}
