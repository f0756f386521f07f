/**
 * All rows of a database at one moment, and back into an empty one whose tables our migrations have made. It needs no
 * program of PostgreSQL's, so it works for the embedded server and any other, also between two of different versions.
 */
import type { Writable } from 'node:stream';
import type pg from 'pg';
import { QUEUE_SCHEMA } from '../jobs/schema.ts';
import { copyIn, copyOut } from './copy.ts';

export interface CopiedTable {
  schema: string;
  name: string;
  /** Quoted where they need it. */
  columns: string[];
}

export interface CopiedSequence {
  schema: string;
  name: string;
  last: string;
}

/** Ours and the job queue's. */
const SCHEMAS = `('public', '${QUEUE_SCHEMA}')`;
/** Of this database and no copy: who runs on it, and which migrations made its tables. */
const NOT_COPIED = `('processes', 'migrations')`;

const quote = (word: string) => `"${word.replaceAll('"', '""')}"`;
const nameOf = ({ schema, name }: Pick<CopiedTable, 'schema' | 'name'>) => `${quote(schema)}.${quote(name)}`;

/**
 * Unlogged tables are forgotten by a crash: they are not worth copying either. Of our own partitioned tables the whole is
 * one, for its parts are in a schema of their own; of the queue's, each part is.
 */
export async function listTables(client: pg.ClientBase): Promise<CopiedTable[]> {
  const { rows } = await client.query<CopiedTable>(`
    SELECT n.nspname AS schema, c.relname AS name, array_agg(quote_ident(a.attname) ORDER BY a.attnum)::text[] AS columns
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    WHERE n.nspname IN ${SCHEMAS} AND (c.relkind = 'r' OR c.relkind = 'p' AND n.nspname = 'public') AND c.relpersistence = 'p' AND c.relname NOT IN ${NOT_COPIED}
    GROUP BY 1, 2 ORDER BY 1, 2`);
  return rows;
}

/**
 * Reads every table as it was at one moment, while others go on writing. Sequences come last: they run on, and one that
 * is ahead of its table does no harm.
 */
export async function readDatabase(
  client: pg.ClientBase,
  onTable: (table: CopiedTable, write: (sink: Writable) => Promise<number>) => Promise<void>,
): Promise<CopiedSequence[]> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  const tables = await listTables(client);
  await client.query(`LOCK TABLE ${tables.map(nameOf).join(', ')} IN ACCESS SHARE MODE`);
  for (const table of tables)
    await onTable(table, (sink) =>
      copyOut(client, `COPY (SELECT ${table.columns.join(', ')} FROM ${nameOf(table)}) TO STDOUT`, sink),
    );
  const { rows } = await client.query<CopiedSequence>(`
    SELECT schemaname AS schema, sequencename AS name, last_value::text AS last FROM pg_sequences
    WHERE schemaname IN ${SCHEMAS} AND last_value IS NOT NULL ORDER BY 1, 2`);
  await client.query('COMMIT');
  return rows;
}

interface Written<Table extends CopiedTable> {
  tables: readonly Table[];
  sequences: readonly CopiedSequence[];
  read(table: Table): AsyncIterable<Buffer>;
  /** Told how many rows went in; may refuse. */
  onTable(table: Table, rows: number): void;
}

/**
 * All or nothing. Triggers are silent, for what they would do was done before; foreign keys are taken off and put back,
 * which proves each of them. Whoever owns the tables may do all this: no superuser is asked for.
 */
export async function writeDatabase<Table extends CopiedTable>(
  client: pg.ClientBase,
  { tables, sequences, read, onTable }: Written<Table>,
): Promise<void> {
  await client.query('BEGIN');
  try {
    const keys = await listForeignKeys(client);
    for (const { of, name } of keys) await client.query(`ALTER TABLE ${of} DROP CONSTRAINT ${name}`);
    for (const table of tables) await client.query(`ALTER TABLE ${nameOf(table)} DISABLE TRIGGER USER`);
    await client.query(`TRUNCATE ${tables.map(nameOf).join(', ')}`);
    for (const table of tables) {
      const text = `COPY ${nameOf(table)} (${table.columns.join(', ')}) FROM STDIN`;
      onTable(table, await copyIn(client, text, read(table)));
    }
    for (const sequence of sequences)
      await client.query('SELECT setval($1::regclass, $2)', [nameOf(sequence), sequence.last]);
    for (const { of, name, definition } of keys)
      await client.query(`ALTER TABLE ${of} ADD CONSTRAINT ${name} ${definition}`);
    for (const table of tables) await client.query(`ALTER TABLE ${nameOf(table)} ENABLE TRIGGER USER`);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}

async function listForeignKeys(client: pg.ClientBase) {
  const { rows } = await client.query<{ of: string; name: string; definition: string }>(`
    SELECT format('%I.%I', n.nspname, r.relname) AS of, quote_ident(c.conname) AS name, pg_get_constraintdef(c.oid) AS definition
    FROM pg_constraint c JOIN pg_class r ON r.oid = c.conrelid JOIN pg_namespace n ON n.oid = r.relnamespace
    WHERE c.contype = 'f' AND c.conparentid = 0 AND n.nspname IN ${SCHEMAS} ORDER BY 1, 2`);
  return rows;
}
