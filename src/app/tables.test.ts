// The drizzle tables say the same as the migrated database: columns, types, what may be empty, what has a default, keys.
import { readdirSync } from 'node:fs';
import { is } from 'drizzle-orm';
import { getTableConfig, integer, PgTable, pgTable, primaryKey, text, varchar } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase } from '#platform/db/test-database.ts';

interface ColumnFacts {
  type: string;
  notNull: boolean;
  /** Whether a row can be inserted without it. */
  filled: boolean;
  key: boolean;
}
type TableFacts = Record<string, ColumnFacts>;

let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

/** The database's names of types, where drizzle uses a shorter one. */
function spellType(type: string): string {
  return type
    .replace(/^varchar\b/, 'character varying')
    .replace(/^char\b/, 'character')
    .replace(/^(timestamp|time)(\s*\(\d\))?$/, '$1$2 without time zone')
    .replace(/^decimal\b/, 'numeric');
}

function describeTable(table: PgTable): TableFacts {
  const { columns, primaryKeys } = getTableConfig(table);
  const keys = new Set(primaryKeys.flatMap((key) => key.columns.map(({ name }) => name)));
  const facts = columns.map((column) => {
    const generated = column.generated !== undefined || column.generatedIdentity !== undefined;
    return [
      column.name,
      {
        type: spellType(column.getSQLType()),
        notNull: column.notNull,
        filled: column.hasDefault || generated,
        key: column.primary || keys.has(column.name),
      },
    ];
  });
  return Object.fromEntries(facts);
}

const COLUMNS = `
  SELECT a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type, a.attnotnull AS "notNull",
    a.atthasdef OR a.attidentity <> '' AS filled, coalesce(a.attnum = ANY (i.indkey), false) AS key
  FROM pg_attribute a
  LEFT JOIN pg_index i ON i.indrelid = a.attrelid AND i.indisprimary
  WHERE a.attrelid = to_regclass($1) AND a.attnum > 0 AND NOT a.attisdropped
  ORDER BY a.attnum`;

async function readTable(pool: pg.Pool, name: string): Promise<TableFacts> {
  const { rows } = await pool.query<ColumnFacts & { name: string }>(COLUMNS, [name]);
  return Object.fromEntries(rows.map(({ name: column, ...facts }) => [column, facts]));
}

async function loadTables(): Promise<[string, PgTable][]> {
  const src = new URL('../', import.meta.url);
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((file) => /^(features|platform|providers)\/[^/]+\/table(-[a-z0-9-]+)?\.ts$/.test(file))
    .sort();
  const found: unknown[] = [];
  for (const file of files) found.push(...Object.values(await import(new URL(file, src).href)));
  return found
    .filter((value): value is PgTable => is(value, PgTable))
    .map((table) => [getTableConfig(table).name, table]);
}

const tables = await loadTables();

/** Those of the queue are in a schema of their own, and pg-boss's to define. */
const TABLES = `
  SELECT table_name AS name FROM information_schema.tables
  WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY 1`;

test('every table of the database is defined once, in the folder that owns it', async () => {
  const { rows } = await database.pool.query<{ name: string }>(TABLES);
  expect(tables.map(([name]) => name).sort()).toEqual(rows.map(({ name }) => name).sort());
});

test.each(tables)('the table %s is as the migrations made it', async (name, table) => {
  expect(describeTable(table)).toEqual(await readTable(database.pool, name));
});

describe('a difference is seen', () => {
  const made = 'id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name varchar(20) NOT NULL, note text';
  const columns = {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    name: varchar('name', { length: 20 }).notNull(),
    note: text('note'),
  };
  const { note: _, ...withoutNote } = columns;
  const wrong: [string, PgTable][] = [
    ['another length', pgTable('drift', { ...columns, name: varchar('name', { length: 21 }).notNull() })],
    ['another type', pgTable('drift', { ...columns, note: integer('note') })],
    ['may be empty', pgTable('drift', { ...columns, name: varchar('name', { length: 20 }) })],
    ['a default', pgTable('drift', { ...columns, note: text('note').default('') })],
    ['a column too few', pgTable('drift', withoutNote)],
    ['a column too many', pgTable('drift', { ...columns, more: text('more') })],
    ['another name', pgTable('drift', { ...withoutNote, note: text('notes') })],
    ['another key', pgTable('drift', columns, (table) => [primaryKey({ columns: [table.name] })])],
    ['another table', pgTable('drifted', columns)],
  ];

  beforeAll(() => database.pool.query(`CREATE TABLE drift (${made})`));

  test('none, when there is none', async () => {
    expect(describeTable(pgTable('drift', columns))).toEqual(await readTable(database.pool, 'drift'));
  });
  test.each(wrong)('%s', async (_, table) => {
    const { name } = getTableConfig(table);
    expect(describeTable(table)).not.toEqual(await readTable(database.pool, name));
  });
});
