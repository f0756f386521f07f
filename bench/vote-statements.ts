/** What the service sends for one vote, in order, and the same for another person, track and moment. */
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { Db } from '../src/platform/db/connect.ts';
import { randomCode } from '../src/platform/tokens.ts';

export interface Statement {
  text: string;
  values: unknown[];
}

/** A track no constant of a statement is mistaken for. */
export const RECORDED_TRACK = 7_777;
/** So many votes a minute stay below what the fraud rules call a rush: all of them count. */
export const VOTE_EVERY_MS = 240;

/** On one connection of its own, so that statements outside the transaction are seen as well. */
export async function recordStatements(
  pool: pg.Pool,
  work: (db: Db) => Promise<unknown>,
): Promise<Statement[]> {
  const recorded: Statement[] = [];
  const client = await pool.connect();
  const query = client.query;
  client.query = ((config: string | { text: string }, values?: unknown[]) => {
    const text = typeof config === 'string' ? config : config.text;
    recorded.push({ text, values: (values ?? []).map(plainly) });
    return (query as (...args: unknown[]) => unknown).call(client, config, values);
  }) as typeof client.query;
  try {
    await work(drizzle(client));
  } finally {
    client.query = query;
    client.release();
  }
  return recorded;
}

const plainly = (value: unknown) => (value instanceof Date ? value.toISOString() : value);

const E164 = /^\+1\d{10}$/;
const CODE = /^[0-9a-z]{26}$/;
const DIGEST = /^[\w-]{43}$/;
const TIME = /^\d{4}-\d\d-\d\dT/;

type Part = 'track' | 'phone' | 'receipt' | 'digest' | 'time' | 'constant';

function partOf(value: unknown): Part {
  if (value === RECORDED_TRACK) return 'track';
  if (typeof value !== 'string') return 'constant';
  if (E164.test(value)) return 'phone';
  if (CODE.test(value)) return 'receipt';
  if (DIGEST.test(value)) return 'digest';
  return TIME.test(value) ? 'time' : 'constant';
}

/** How long before the vote a moment in the statements is, in seconds. */
function createAgo(statements: readonly Statement[]): (value: unknown) => number {
  const times = statements.flatMap(({ values }) => values.filter((value) => partOf(value) === 'time'));
  const latest = Math.max(...times.map((value) => Date.parse(value as string)));
  return (value) => (latest - Date.parse(value as string)) / 1000;
}

export interface Another {
  track: number;
  phone: string;
  at: Date;
}

/** Sends the statements again, as a client without any of the service's own work would. */
export async function replay(
  pool: pg.Pool,
  statements: readonly Statement[],
  { track, phone, at }: Another,
): Promise<void> {
  const receipt = randomCode();
  const ago = createAgo(statements);
  const digests = new Map<unknown, string>();
  const renew = (value: unknown): unknown => {
    const part = partOf(value);
    if (part === 'time') return new Date(at.getTime() - ago(value) * 1000);
    if (part === 'digest' && !digests.has(value)) digests.set(value, `${randomCode()}${randomCode(17)}`);
    return { track, phone, receipt, digest: digests.get(value), constant: value }[part];
  };
  const client = await pool.connect();
  try {
    for (const { text, values } of statements) await client.query(text, values.map(renew));
  } finally {
    client.release();
  }
}

/**
 * The statements as a script for pgbench. Its variables are numbers: keys are padded to the length the service's have.
 * Each client counts its votes in `n`, so that the moment moves on as it does for the service.
 */
export function composeScript(statements: readonly Statement[], tracks: readonly [number, number]): string {
  const ago = createAgo(statements);
  const digests: unknown[] = [];
  const write = (value: unknown): string => {
    const part = partOf(value);
    if (part === 'time') return `to_timestamp(:now - ${ago(value)}::float8)`;
    if (part === 'digest' && !digests.includes(value)) digests.push(value);
    return {
      track: ':track',
      phone: `('+1' || :phone)`,
      receipt: `lpad(:receipt, 26, 'r')`,
      digest: `lpad(:digest${digests.indexOf(value)}, 43, 'd')`,
      constant: quote(value),
    }[part];
  };
  const lines = statements.map(
    ({ text, values }) => `${text.replace(/\$(\d+)/g, (_, n) => write(values[Number(n) - 1]))};`,
  );
  return [
    String.raw`\set n :n + 1`,
    String.raw`\set now :began + (:n * :clients + :client_id) * ${VOTE_EVERY_MS} / 1000`,
    String.raw`\set track random(${tracks[0]}, ${tracks[1]})`,
    ...['phone', 'receipt', 'digest0', 'digest1'].map(
      (name) => `\\set ${name} random(100000000000000, 999999999999999)`,
    ),
    ...lines,
    '',
  ].join('\n');
}

function quote(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);
}
