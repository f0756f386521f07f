/**
 * Votes by the inbox beside votes one by one, in votes a second of processor time: this process and PostgreSQL's together,
 * for on a machine that others use too, time on the clock says little. Ratios are of one run.
 */
import { loadCampaign } from '../src/campaign/load-campaign.ts';
import { countOnce } from '../src/features/votes/service-consumers.ts';
import { castFreeVote } from '../src/features/votes/service-free.ts';
import { openAccepting } from '../src/features/votes/service-inbox.ts';
import { createRateLimiter } from '../src/platform/http/rate-limit.ts';
import { createLog } from '../src/platform/log.ts';
import { createTokens } from '../src/platform/tokens.ts';
import type { VoteInbox } from '../src/ports/vote-inbox.ts';
import { openEmbeddedInbox } from '../src/providers/vote-inbox/embedded.ts';
import { openNatsInbox } from '../src/providers/vote-inbox/nats.ts';
import { hasNats, startNats } from '../src/providers/vote-inbox/test-nats.ts';
import type { BenchDatabase } from './bench-database.ts';
import { readCpu, readDatabaseCpu, readProcessCpu } from './cpu.ts';
import { printRatio } from './load.ts';
import { isPgbenchInstalled, runPgbench } from './pgbench.ts';
import type { BenchOptions } from './run.ts';

const AT_ONCE = 64;
const TRACKS = { 'one hot track': 1, '1,000 tracks': 1000 } as const;
/** A household's limit on votes, as castFreeVote's contract has it. */
const LIMIT = { name: 'free-vote', limit: 120, windowSeconds: 300 };

export async function benchInbox(database: BenchDatabase, { seconds }: BenchOptions): Promise<void> {
  const crowd = await createCrowd(database);
  const inbox = crowd.goBy(openEmbeddedInbox({ accepting: database.db, working: database.db }));
  const nats = hasNats ? await openNats(database) : null;
  const votes = 700 * seconds;
  for (const [name, tracks] of Object.entries(TRACKS)) {
    console.log(`  ${name}, ${votes} votes each way, by processor time`);
    const single = await measure(database, votes / 4, () => crowd.castAll(votes / 4, tracks));
    const taken = await measure(database, votes, () => inbox.acceptAll(votes, tracks));
    const counted = await measure(database, votes, () => inbox.countAll(1));
    const plain = await measure(database, votes, () => crowd.insertAll(votes, tracks));
    const pgbench = await measurePgbench(database, tracks, seconds);
    await crowd.removePlain();
    const both = 1 / (1 / taken.perCpu + 1 / counted.perCpu);
    say('one by one, with its rate limit', single);
    say('taken in', taken);
    say('counted in batches, one consumer', counted);
    say('plain inserts of 250 rows into votes', plain);
    printRatio('taken in to one by one', taken.perCpu, single.perCpu);
    printRatio('counted to one by one', counted.perCpu, single.perCpu);
    printRatio('both to one by one (10 wanted)', both, single.perCpu);
    printRatio('counted to plain batched inserts', counted.perCpu, plain.perCpu);
    console.log(
      `  10,000 a second take ${(10_000 / taken.perCpu).toFixed(1)} processors to take in and ${(10_000 / counted.perCpu).toFixed(1)} to count, without HTTP`,
    );
    if (!nats) console.log('  nats-server is not installed');
    else {
      const way = crowd.goBy(nats.inbox);
      const takenBy = await measure(database, votes, () => way.acceptAll(votes, tracks), nats.pid);
      const countedFrom = await measure(database, votes, () => way.countAll(1), nats.pid);
      say('taken in by NATS', takenBy);
      say('counted from NATS, one consumer', countedFrom);
      const bothNats = 1 / (1 / takenBy.perCpu + 1 / countedFrom.perCpu);
      printRatio('both by NATS to one by one', bothNats, single.perCpu);
      printRatio('both by NATS to both by the embedded inbox', bothNats, both);
    }
    if (!pgbench) console.log('  pgbench is not installed');
    else {
      say('pgbench, the same rows, totals and ledger kept', pgbench);
      printRatio('counted to pgbench', counted.perCpu, pgbench.perCpu);
    }
  }
  const paces: number[] = [];
  for (const consumers of [1, 2, 3]) {
    await inbox.acceptAll(votes, 1000);
    paces.push((await measure(database, votes, () => inbox.countAll(consumers))).perSecond);
  }
  console.log(`  counted a second by 1, 2, 3 consumers: ${paces.map((pace) => pace.toFixed(0)).join(', ')}`);
  printRatio('three consumers to one', paces[2], paces[0]);
  await checkTotals(database);
  await nats?.stop();
}

async function openNats({ db }: BenchDatabase) {
  const server = await startNats();
  const inbox = await openNatsInbox({
    ...{ servers: [server.url], stream: 'bench', replicas: 1, owner: 'the bench', adopt: false },
    working: db,
    log: createLog('error'),
  });
  const stop = () => inbox.close().then(server.stop);
  return { inbox, pid: server.pid(), stop };
}

/** `ours`: the share of this process; the rest is PostgreSQL's and, where it is in use, NATS's. */
type Measured = { perCpu: number; perSecond: number; ours?: number };

const say = (name: string, { perCpu, perSecond, ours = 0 }: Measured) =>
  console.log(
    `  ${name.padEnd(46)} ${perCpu.toFixed(0)} a processor second (${(ours * 100).toFixed(0)}% Node), ${perSecond.toFixed(0)} a second`,
  );

async function measure(
  database: BenchDatabase,
  votes: number,
  work: () => Promise<unknown>,
  otherPid?: number,
): Promise<Measured> {
  const readAll = async () => (await readCpu(database)) + (otherPid ? readProcessCpu(otherPid) : 0);
  const [cpu, own, began] = [await readAll(), process.cpuUsage(), performance.now()];
  await work();
  const seconds = (performance.now() - began) / 1000;
  const { user, system } = process.cpuUsage(own);
  const spent = (await readAll()) - cpu;
  return { perCpu: votes / spent, perSecond: votes / seconds, ours: (user + system) / 1e6 / spent };
}

/**
 * The best anybody could do with these rows: no rule, no lock, one transaction of 250 after the other, and the triggers
 * that keep totals, ranks and ledger. Its own processor time is left out.
 */
async function measurePgbench(
  database: BenchDatabase,
  tracks: number,
  seconds: number,
): Promise<Measured | null> {
  if (!isPgbenchInstalled()) return null;
  const script = `INSERT INTO votes (submission_id, kind, counts_as, state, voter_name, voter_phone, phone_e164, receipt_code,
    address_digest, device_digest, day, created_at)
    SELECT 1 + n % :tracks, 'free', 'free', 'counted', 'Fan', phone, phone, 'ppp' || substr(md5(random()::text), 1, 23),
      md5(random()::text), md5(random()::text), now()::date, now()
    FROM (SELECT n, '+1' || (2000000000 + random() * 7000000000)::bigint AS phone FROM generate_series(1, 250) n) b;`;
  const before = await readDatabaseCpu(database);
  const perSecond =
    250 * (await runPgbench({ url: database.url, script, clients: 1, seconds, variables: { tracks } }));
  return { perCpu: (perSecond * seconds) / ((await readDatabaseCpu(database)) - before), perSecond };
}

/** New people all the time, each with a device and a network of their own, on a night that expects them. */
async function createCrowd({ db, pool }: BenchDatabase) {
  const campaign = await loadCampaign('campaigns/demo.json');
  campaign.votes.fraud = { night: 'tv' };
  const tokens = createTokens('bench');
  const clock = { now: () => new Date() };
  const deps = { db, clock, campaign, tokens, log: createLog('error') };
  const limiter = createRateLimiter(deps);
  let people = 10_000_000;
  const next = (tracks: number) => {
    const n = people++;
    const voter = { voterName: `Fan ${n}`, voterPhone: phoneOf(n) };
    const source = { address: `network-${n}`, browserId: `device-${n}` };
    return { n, track: 1 + (n % tracks), voter, source };
  };
  const run = async (votes: number, work: () => Promise<unknown>) => {
    let left = votes;
    const worker = async () => {
      while (left-- > 0) await work();
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  };
  return {
    castAll: (votes: number, tracks: number) =>
      run(votes, async () => {
        const { track, voter, source } = next(tracks);
        await limiter.take(LIMIT, source.address);
        await castFreeVote(deps, track, voter, source);
      }),
    goBy(voteInbox: VoteInbox) {
      const accept = openAccepting({ ...deps, voteInbox });
      const consume = async (begin: number) => {
        do while ((await countOnce({ ...deps, voteInbox }, begin)) > 0);
        while (!(await voteInbox.isEmpty()));
      };
      return {
        acceptAll: (votes: number, tracks: number) =>
          run(votes, () => {
            const { track, voter, source } = next(tracks);
            return accept(track, voter, source, null);
          }),
        countAll: (consumers: number) =>
          Promise.all(
            Array.from({ length: consumers }, (_, n) =>
              consume(Math.floor((n * voteInbox.shards) / consumers)),
            ),
          ),
      };
    },
    /** The least a vote in our table can cost: rows of the same width and indexes, no rule, no total, no ledger. */
    async insertAll(votes: number, tracks: number) {
      await pool.query('ALTER TABLE votes DISABLE TRIGGER USER');
      for (let done = 0; done < votes; done += 250) {
        const rows = Array.from({ length: 250 }, () => next(tracks));
        await pool.query(
          `INSERT INTO votes (submission_id, kind, counts_as, state, voter_name, voter_phone, phone_e164, receipt_code,
             address_digest, device_digest, day, created_at)
           SELECT t, 'free', 'free', 'counted', 'Fan', p, p, lpad(n, 26, 'p'), lpad(n, 43, 'a'), lpad(n, 43, 'd'),
             now()::date, now()
           FROM unnest($1::int[], $2::text[], $3::text[]) b(t, p, n)`,
          [
            rows.map(({ track }) => track),
            rows.map(({ voter }) => voter.voterPhone),
            rows.map(({ n }) => String(n)),
          ],
        );
      }
      await pool.query('ALTER TABLE votes ENABLE TRIGGER USER');
    },
    /** Plain rows are in no total; pgbench's are. */
    async removePlain() {
      await pool.query(`BEGIN; ALTER TABLE votes DISABLE TRIGGER USER; DELETE FROM votes WHERE receipt_code LIKE 'ppppp%';
        ALTER TABLE votes ENABLE TRIGGER USER; COMMIT`);
    },
  };
}

const phoneOf = (n: number) =>
  `+1${212 + (n % 500)}${String(2_000_000 + ((n * 7919) % 7_999_999)).padStart(7, '0')}`;

/** A bench that loses votes would be quick, too. */
async function checkTotals({ pool }: BenchDatabase): Promise<void> {
  const { rows } = await pool.query<{ wrong: number; held: number; refused: number }>(
    `SELECT count(*) FILTER (WHERE counted IS DISTINCT FROM nullif(votes_free, 0)::bigint)::int AS wrong,
       sum(votes_held)::int AS held, (SELECT count(*) FROM refused_votes)::int AS refused
     FROM (SELECT s.votes_free, s.votes_held,
         sum(v.vote_count) FILTER (WHERE v.state = 'counted' AND v.kind = 'free') AS counted
       FROM votes v JOIN submissions s ON s.id = v.submission_id GROUP BY s.id) sums`,
  );
  const { wrong, held, refused } = rows[0];
  console.log(
    `  tracks whose total is not the sum of their votes: ${wrong}; held: ${held}; refused: ${refused}`,
  );
}
