// While a site is upgraded, processes of the version before run on the new schema: what they read and write must stay there.
import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { connect } from '#platform/db/connect.ts';
import { dropDatabase, runStatement, withDatabase } from '#platform/db/test-database.ts';
import { migrateSchema } from './migrate-database.ts';

/** The last migration of the release that may still run. */
const BEFORE = '0046_kept_counts.sql';

/** Rules that changed and let pass all that passed before. */
const WIDER = [
  // One kind more.
  'notices: notices_kind_check',
];

const name = `upgrade_${randomBytes(6).toString('hex')}`;
const url = withDatabase(inject('databaseUrl'), name);
let connection: ReturnType<typeof connect>;

interface Schema {
  /** Of each table, what an insert has to bring: "table.column type". */
  columns: string[];
  /** Columns without which an insert fails. */
  required: string[];
  /** "name(arguments) result" of what statements call; triggers call theirs by themselves. */
  functions: string[];
  /** What refuses rows: "table: rule on columns". */
  rules: string[];
}

let before: Schema;
let after: Schema;

beforeAll(async () => {
  await runStatement(inject('databaseUrl'), `CREATE DATABASE "${name}"`);
  connection = connect(url, { max: 1 });
  const folder = fileURLToPath(new URL('../../migrations', import.meta.url));
  const only = (await readdir(folder)).filter((file) => file <= BEFORE);
  await migrateSchema(url, { only });
  before = await readSchema();
  await migrateSchema(url);
  after = await readSchema();
});
afterAll(async () => {
  await connection.close();
  await dropDatabase(inject('databaseUrl'), name);
});

async function list(text: string): Promise<string[]> {
  const { rows } = await connection.pool.query<{ it: string }>(text);
  return rows.map(({ it }) => it).sort();
}

async function readSchema(): Promise<Schema> {
  const column = `FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND a.attnum > 0 AND NOT a.attisdropped`;
  return {
    columns: await list(
      `SELECT c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod) AS it ${column}`,
    ),
    required: await list(
      `SELECT c.relname || '.' || a.attname AS it ${column} AND a.attnotnull AND NOT a.atthasdef AND a.attidentity = ''`,
    ),
    functions: await list(
      `SELECT p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ') ' || pg_get_function_result(p.oid) AS it
       FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace AND p.prorettype <> 'trigger'::regtype
         AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')`,
    ),
    rules: await list(
      `SELECT table_name || ': ' || rule || ' on ' || columns AS it FROM (
         SELECT conrelid AS oid, conname || ' ' || pg_get_constraintdef(oid) AS rule, conkey::int[] AS numbers
         FROM pg_constraint
         WHERE connamespace = 'public'::regnamespace AND contype IN ('c', 'u', 'f', 'x') AND conrelid <> 0
         UNION ALL SELECT indrelid, pg_get_indexdef(indexrelid), string_to_array(indkey::text, ' ')::int[]
         FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
         WHERE i.indisunique AND c.relnamespace = 'public'::regnamespace) rules,
       LATERAL (SELECT oid::regclass::text AS table_name, string_agg(attname, ',' ORDER BY attname) AS columns
         FROM pg_attribute WHERE attrelid = oid AND attnum = ANY(numbers)) named`,
    ),
  };
}

const tableOf = (it: string) => it.split(/[.:]/)[0];
const without = (all: readonly string[], those: readonly string[]) => all.filter((it) => !those.includes(it));

test('OP-5 every column and function of the version before is still there, of the same type', () => {
  expect(without(before.columns, after.columns)).toEqual([]);
  expect(without(before.functions, after.functions)).toEqual([]);
});

test('OP-5 what the version before inserts is not refused for a column or a rule it does not know', () => {
  const tables = new Set(before.columns.map(tableOf));
  const required = after.required.filter((it) => tables.has(tableOf(it)));
  expect(without(required, before.required)).toEqual([]);
  // A rule about new columns alone is kept by whoever does not write them.
  const columns = new Set(before.columns.map((it) => it.split(' ')[0]));
  const concerns = (rule: string) =>
    rule
      .slice(rule.lastIndexOf(' ') + 1)
      .split(',')
      .some((column) => columns.has(`${tableOf(rule)}.${column}`));
  const isWider = (rule: string) => WIDER.some((known) => rule.startsWith(known));
  expect(without(after.rules, before.rules).filter((rule) => concerns(rule) && !isWider(rule))).toEqual([]);
});
