/** For tests: an audit trail that takes no entries, and a record of every row that was written. */
import type { TestApp } from './test-app.ts';

type Database = Pick<TestApp, 'sql'>;

/** From now on no entry can be written: whatever stands afterwards stands without one. */
export async function refuseEntries({ sql }: Database): Promise<void> {
  await sql(`CREATE OR REPLACE FUNCTION refuse_entry() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'the audit trail takes no entries'; END $$`);
  await sql(`CREATE OR REPLACE TRIGGER refuse_entry BEFORE INSERT ON audit_trail
    FOR EACH ROW EXECUTE FUNCTION refuse_entry()`);
}

export async function acceptEntries({ sql }: Database): Promise<void> {
  await sql('DROP TRIGGER IF EXISTS refuse_entry ON audit_trail');
}

/** Written by every call, whatever it does: how often somebody called, and when a session was last seen. */
const BY_THE_WAY = ['rate_limits'];

/** Notes every row written from now on, with its transaction: what is rolled back is not there. */
export async function watchWrites({ sql }: Database): Promise<void> {
  await sql('CREATE TABLE writes (id serial PRIMARY KEY, xid xid8 NOT NULL, place text NOT NULL)');
  await sql(`CREATE FUNCTION note_write() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
    INSERT INTO writes (xid, place) VALUES (pg_current_xact_id(), TG_TABLE_NAME); RETURN NULL; END $$`);
  const tables = await sql<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'writes'",
  );
  for (const { name } of tables.filter((table) => !BY_THE_WAY.includes(table.name))) {
    const deeds = name === 'admin_sessions' ? 'INSERT OR DELETE' : 'INSERT OR UPDATE OR DELETE';
    await sql(
      `CREATE TRIGGER note_write AFTER ${deeds} ON ${name} FOR EACH ROW EXECUTE FUNCTION note_write()`,
    );
  }
}

export interface WrittenTransaction {
  /** The tables it wrote, in alphabetical order. */
  tables: string[];
}

/** What was written since the last call, by transaction. */
export async function readWrites({ sql }: Database): Promise<WrittenTransaction[]> {
  return sql<WrittenTransaction>(
    `WITH read AS (DELETE FROM writes RETURNING *)
     SELECT array_agg(DISTINCT place ORDER BY place) AS tables FROM read GROUP BY xid ORDER BY min(id)`,
  );
}
