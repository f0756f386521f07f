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
