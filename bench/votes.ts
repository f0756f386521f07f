/** Vote transactions by the service, beside the very same statements sent by a plain client and by pgbench. */
import { loadCampaign } from '../src/campaign/load-campaign.ts';
import { castFreeVote } from '../src/features/votes/service-free.ts';
import type { Db } from '../src/platform/db/connect.ts';
import { createTokens } from '../src/platform/tokens.ts';
import type { BenchDatabase } from './bench-database.ts';
import { measureThroughput, printRatio } from './load.ts';
import { isPgbenchInstalled, runPgbench } from './pgbench.ts';
import type { BenchOptions } from './run.ts';
import {
  composeScript,
  RECORDED_TRACK,
  recordStatements,
  replay,
  type Statement,
  VOTE_EVERY_MS,
} from './vote-statements.ts';

const AT_ONCE = 16;
const TRACKS = { 'one hot track': [1, 1], '1,000 tracks': [1, 1000] } as const;

export async function benchVotes(database: BenchDatabase, { seconds }: BenchOptions): Promise<void> {
  const voting = await createVoting();
  const statements = await recordStatements(database.pool, (db) => voting.cast(db, RECORDED_TRACK));
  console.log(`  ${statements.length} statements a vote: ${statements.map(sayStatement).join(', ')}`);
  if (!isPgbenchInstalled()) console.log('  pgbench is not installed: compared with the plain client alone');
  for (const [name, tracks] of Object.entries(TRACKS)) {
    const pick = () => tracks[0] + Math.floor(Math.random() * (tracks[1] - tracks[0] + 1));
    const service = await measureThroughput(AT_ONCE, seconds, async () => {
      await voting.cast(database.db, pick());
    });
    const plain = await measureThroughput(AT_ONCE, seconds, () =>
      replay(database.pool, statements, { track: pick(), ...voting.next() }),
    );
    const pgbench = await tryPgbench(database, composeScript(statements, tracks), seconds, voting);
    const found = [`service ${service.toFixed(0)}/s`, `plain client ${plain.toFixed(0)}/s`];
    if (pgbench) found.push(`pgbench ${pgbench.toFixed(0)}/s`);
    console.log(`  ${name}: ${found.join(', ')}`);
    printRatio(`${name}, service to plain client`, service, plain);
    if (pgbench) printRatio(`${name}, service to pgbench (0.5 wanted)`, service, pgbench);
  }
  await checkTotals(database);
}

type Voting = Awaited<ReturnType<typeof createVoting>>;

/** New people all the time, at a pace of their own that the fraud rules find ordinary. */
async function createVoting() {
  const campaign = await loadCampaign('campaigns/demo.json');
  const tokens = createTokens('bench');
  const began = Date.now();
  let people = 0;
  let skipped = 0;
  const now = () => new Date(began + people * VOTE_EVERY_MS + skipped);
  const next = () => ({ phone: phoneOf(people++), at: now() });
  const cast = (db: Db, track: number) => {
    const n = people;
    const voter = { voterName: `Fan ${n}`, voterPhone: next().phone };
    const source = { address: `network-${n}`, browserId: `device-${n}` };
    return castFreeVote({ db, clock: { now }, campaign, tokens }, track, voter, source);
  };
  /** Makes room for votes that others cast. */
  const skip = (votes: number) => {
    skipped += votes * VOTE_EVERY_MS;
  };
  return { next, cast, now, skip };
}

const phoneOf = (n: number) => `+1212${String(2_000_000 + ((n * 7919) % 7_999_999)).padStart(7, '0')}`;

async function tryPgbench({ url }: BenchDatabase, script: string, seconds: number, voting: Voting) {
  if (!isPgbenchInstalled()) return null;
  const variables = { n: 0, began: Math.ceil(voting.now().getTime() / 1000) };
  const perSecond = await runPgbench({ url, script, clients: AT_ONCE, seconds, variables });
  voting.skip(perSecond * seconds * 1.5);
  return perSecond;
}

function sayStatement({ text }: Statement): string {
  const called = /\bFROM (\w+)\(/.exec(text)?.[1];
  return called ?? text.trim().split(/\s+/)[0].toLowerCase();
}

/** A bench that loses votes would be quick, too. */
async function checkTotals({ pool }: BenchDatabase): Promise<void> {
  const { rows } = await pool.query<{ wrong: number; held: number }>(
    `SELECT count(*) FILTER (WHERE counted IS DISTINCT FROM nullif(votes_free, 0)::bigint)::int AS wrong,
       sum(votes_held)::int AS held
     FROM (SELECT s.votes_free, s.votes_held,
         sum(v.vote_count) FILTER (WHERE v.state = 'counted' AND v.kind = 'free') AS counted
       FROM votes v JOIN submissions s ON s.id = v.submission_id GROUP BY s.id) sums`,
  );
  console.log(
    `  tracks whose total is not the sum of their votes: ${rows[0].wrong}; votes held: ${rows[0].held}`,
  );
}
