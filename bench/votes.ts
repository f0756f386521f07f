/** Vote transactions by the service, beside the very same statements sent by a plain client. */
import type pg from 'pg';
import { loadCampaign } from '../src/features/campaign/service.ts';
import { castFreeVote } from '../src/features/votes/service.ts';
import { systemClock } from '../src/platform/clock.ts';
import { createTokens, randomCode } from '../src/platform/tokens.ts';
import type { BenchDatabase } from './bench-database.ts';
import { measureThroughput, printRatio } from './load.ts';
import type { BenchOptions } from './run.ts';

const AT_ONCE = 16;

interface Statement {
  text: string;
  values: unknown[];
}

export async function benchVotes(database: BenchDatabase, { seconds }: BenchOptions): Promise<void> {
  const campaign = await loadCampaign('campaigns/demo.json');
  const deps = { db: database.db, clock: systemClock, campaign, tokens: createTokens('bench') };
  let person = 0;
  const cast = (track: number) => {
    const n = person++;
    const voter = { voterName: `Fan ${n}`, voterPhone: phoneOf(n) };
    return castFreeVote(deps, track, voter, { address: `network-${n}`, browserId: `device-${n}` });
  };
  const statements = await recordStatements(database, () => cast(1));
  for (const [name, pick] of [
    ['one hot track', () => 1],
    ['1,000 tracks', () => 1 + Math.floor(Math.random() * 1000)],
  ] as const) {
    const service = await measureThroughput(AT_ONCE, seconds, async () => {
      await cast(pick());
    });
    const plain = await measureThroughput(AT_ONCE, seconds, () =>
      replay(database.pool, statements, pick(), phoneOf(person++)),
    );
    console.log(`  ${name}: service ${service.toFixed(0)}/s, plain client ${plain.toFixed(0)}/s`);
    printRatio(`votes, ${name}`, service, plain);
  }
  await checkTotals(database);
}

const phoneOf = (n: number) => `+1212${String(2_000_000 + ((n * 7919) % 7_999_999)).padStart(7, '0')}`;

/** What the service really sends for one vote, in order. */
async function recordStatements({ pool }: BenchDatabase, work: () => Promise<unknown>): Promise<Statement[]> {
  const recorded: Statement[] = [];
  const connect = pool.connect.bind(pool) as () => Promise<pg.PoolClient>;
  const spied = async () => {
    const client = await connect();
    const query = client.query;
    client.query = ((config: string | { text: string }, values?: unknown[]) => {
      const text = typeof config === 'string' ? config : config.text;
      recorded.push({ text, values: values ?? [] });
      return (query as (...args: unknown[]) => unknown).call(client, config, values);
    }) as typeof client.query;
    const release = client.release.bind(client);
    client.release = (error) => {
      client.query = query;
      release(error);
    };
    return client;
  };
  pool.connect = spied as typeof pool.connect;
  try {
    await work();
  } finally {
    pool.connect = connect as typeof pool.connect;
  }
  return recorded;
}

const E164 = /^\+1\d{10}$/;
const CODE = /^[0-9a-z]{26}$/;
const DIGEST = /^[\w-]{43}$/;

/** The same statements for another person and track. */
async function replay(
  pool: pg.Pool,
  statements: readonly Statement[],
  track: number,
  phone: string,
): Promise<void> {
  const client = await pool.connect();
  const code = randomCode();
  const digests = new Map<unknown, string>();
  const renew = (value: unknown): unknown => {
    if (value === 1) return track;
    if (typeof value !== 'string') return value;
    if (E164.test(value)) return phone;
    if (CODE.test(value)) return code;
    if (!DIGEST.test(value)) return value;
    if (!digests.has(value)) digests.set(value, `${randomCode()}${randomCode(17)}`);
    return digests.get(value);
  };
  try {
    for (const { text, values } of statements)
      await client.query(text, text.startsWith('insert') ? renewInsert(values, renew) : values.map(renew));
  } finally {
    client.release();
  }
}

/** The first 1 of an insert is its track; the vote's own count stays one. */
function renewInsert(values: readonly unknown[], renew: (value: unknown) => unknown): unknown[] {
  const track = values.indexOf(1);
  return values.map((value, index) => (value === 1 && index !== track ? 1 : renew(value)));
}

/** A bench that loses votes would be quick, too. */
async function checkTotals({ pool }: BenchDatabase): Promise<void> {
  const { rows } = await pool.query<{ wrong: number }>(
    `SELECT count(*)::int AS wrong FROM (
       SELECT v.submission_id FROM votes v JOIN submissions s ON s.id = v.submission_id
       GROUP BY v.submission_id, s.votes_free, s.votes_held
       HAVING sum(v.vote_count) FILTER (WHERE v.state = 'counted' AND v.kind = 'free') IS DISTINCT FROM nullif(s.votes_free, 0)::bigint) off`,
  );
  console.log(`  tracks whose total is not the sum of their votes: ${rows[0].wrong}`);
}
