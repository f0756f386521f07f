// Every column that may hold something about a person is stated by a feature: handed out and erased, or kept for a reason.
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Basis } from '#deps.ts';
import { openTestDatabase } from '#platform/db/test-database.ts';
import type { PersonalData } from '#ports/personal-data.ts';
import { listPersonalData } from './features.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

/** What the platform keeps, which no feature owns. */
const PLATFORM: PersonalData = {
  columns: [],
  kept: {
    'file names of ours': ['migrations.name', 'migrations.sha256'],
    'names of jobs': ['queue_controls.name'],
    'a digest of our own secret': ['processes.secret_digest'],
    'network addresses and digests, swept when their window is over': ['rate_limits.key'],
  },
};

/** What is stated is the same whatever a feature is given: none of it is used here. */
const stated = [...listPersonalData({} as Basis), PLATFORM];
const seenTo = stated.flatMap(({ columns }) => columns);
const kept = stated.flatMap((data) => Object.values(data.kept ?? {}).flat());

/**
 * Text of any kind, and whatever is called after a name, a number or an address, except yes and no. Not: words the
 * database limits to a list, keys of other tables, checksums of bytes and versions of our own.
 */
const SUSPECTS = `
  SELECT c.table_name || '.' || c.column_name AS name
  FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
  WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND c.data_type <> 'boolean'
    AND (c.udt_name ~ '^_?(text|varchar|bpchar|json|jsonb|inet|cidr|citext)$'
      OR c.column_name ~ 'phone|mobile|name|mail|address|contact')
    AND c.column_name !~ '(_sha256|_version)$'
    AND NOT EXISTS (
      SELECT FROM pg_constraint k JOIN pg_attribute a ON a.attrelid = k.conrelid AND k.conkey = ARRAY[a.attnum]
      WHERE k.conrelid = format('%I.%I', c.table_schema, c.table_name)::regclass AND a.attname = c.column_name
        AND (k.contype = 'f' OR k.contype = 'c' AND pg_get_constraintdef(k.oid) ~ '= ANY \\(+ARRAY\\['))
  ORDER BY 1`;

async function findUnclaimed(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(SUSPECTS);
  const claimed = new Set([...seenTo, ...kept]);
  return rows.map(({ name }) => name).filter((name) => !claimed.has(name) && !claimed.has(wholeRow(name)));
}

const wholeRow = (column: string) => `${column.split('.')[0]}.*`;

test('every column that may hold something about a person is stated by a feature', async () => {
  expect(await findUnclaimed(database.pool)).toEqual([]);
});

test('what is stated is there, and stated once', async () => {
  const { rows } = await database.pool.query<{ name: string }>(
    `SELECT table_name || '.' || column_name AS name FROM information_schema.columns WHERE table_schema = 'public'
     UNION SELECT table_name || '.*' FROM information_schema.tables WHERE table_schema = 'public'`,
  );
  const there = new Set(rows.map(({ name }) => name));
  const all = [...seenTo, ...kept];
  expect(all.filter((name) => !there.has(name))).toEqual([]);
  expect(all.filter((name, index) => all.indexOf(name) !== index)).toEqual([]);
  const whole = all.filter((name) => name === wholeRow(name));
  expect(all.filter((name) => !whole.includes(name) && whole.includes(wholeRow(name)))).toEqual([]);
  expect(
    kept.filter((name) => whole.includes(name)),
    'what is kept is named column by column',
  ).toEqual([]);
});

test('a new table with a phone number is found, and so is a new column with free text', async () => {
  await database.pool.query(`
    CREATE TABLE guests (id integer PRIMARY KEY, phone_number bigint, spoken_to boolean, arrived_at timestamptz,
      mood varchar(10) CHECK (mood IN ('good', 'bad')), remarks jsonb, track_id integer REFERENCES submissions (id));
    ALTER TABLE votes ADD COLUMN dedication text`);
  expect(await findUnclaimed(database.pool)).toEqual([
    'guests.phone_number',
    'guests.remarks',
    'votes.dedication',
  ]);
});
