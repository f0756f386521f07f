/**
 * What the app's role may do: read and write rows, and nothing to the schema. It owns no table, so it can neither drop one
 * nor switch off a trigger, and what is append-only it can only append to. Migrations run as another role, the owner.
 */
import type pg from 'pg';
import { StartError } from '../errors.ts';
import { QUEUE_SCHEMA } from '../jobs/schema.ts';

/** Rows that nobody changes. Their triggers say so too; this holds when somebody got at the app's connection. */
export const APPEND_ONLY = [
  'audit_trail',
  'ledger_batches',
  'ledger_checkpoints',
  'ledger_rules',
  'money_events',
] as const;
/** Written by the owner, or by a function of the owner's. */
const READ_ONLY = ['audit_chain', 'migrations'] as const;

/** Any fixed number; ours alone in this database. */
const LOCK = 7_362_920;

/** After each migration, as the owner: also for tables that were made before there were two roles. */
export async function grantRights(pool: pg.Pool, role: string): Promise<void> {
  const client = await pool.connect();
  const app = client.escapeIdentifier(role);
  try {
    await client.query('BEGIN');
    await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK]);
    const { rows } = await client.query<{ own: boolean; twin: boolean; database: string | null }>(
      `SELECT pg_has_role(current_user, nspowner, 'USAGE') AS own, pg_has_role($1, current_user, 'MEMBER') AS twin,
         (SELECT datname FROM pg_database WHERE datname = current_database() AND pg_has_role(current_user, datdba, 'USAGE')) AS database
       FROM pg_namespace WHERE nspname = 'public'`,
      [role],
    );
    // Before anything is taken away: else the owner would lose it.
    if (rows[0].twin) throw new StartError(sayExcess('it is the owner, or a member of it'));
    // Where the schema is somebody else's, PostgreSQL 15 and later have not granted it in the first place.
    if (rows[0].own) await client.query('REVOKE CREATE ON SCHEMA public FROM PUBLIC');
    // A temporary table by the name of the audit trail would take in what is written there on that connection.
    if (rows[0].database)
      await client.query(
        `REVOKE TEMPORARY ON DATABASE ${client.escapeIdentifier(rows[0].database)} FROM PUBLIC`,
      );
    await client.query(`
      GRANT USAGE ON SCHEMA public, ${QUEUE_SCHEMA} TO ${app};
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public, ${QUEUE_SCHEMA} TO ${app};
      GRANT USAGE ON ALL SEQUENCES IN SCHEMA public, ${QUEUE_SCHEMA} TO ${app};
      REVOKE UPDATE, DELETE ON ${APPEND_ONLY.join(', ')} FROM ${app};
      REVOKE INSERT, UPDATE, DELETE ON ${READ_ONLY.join(', ')} FROM ${app}`);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}

/** Why a role is more than the app should be; null for one that is not. Asked on the app's own connection. */
export async function findExcess(pool: pg.Pool): Promise<string | null> {
  const { rows } = await pool.query<{ superuser: boolean; owned: string | null; changeable: string | null }>(
    `SELECT
       (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) AS superuser,
       (SELECT min(relname) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
         WHERE n.nspname = 'public' AND c.relkind = 'r' AND pg_has_role(current_user, c.relowner, 'MEMBER')) AS owned,
       (SELECT min(name) FROM unnest($1::text[]) AS name
         WHERE has_table_privilege(name, 'UPDATE') OR has_table_privilege(name, 'DELETE')) AS changeable`,
    [[...APPEND_ONLY, ...READ_ONLY]],
  );
  const [{ superuser, owned, changeable }] = rows;
  if (superuser) return 'it is a superuser';
  if (owned) return `it owns the table ${owned}, or is a member of the role that does`;
  return changeable ? `it may change rows of ${changeable}` : null;
}

export async function refuseExcess(pool: pg.Pool): Promise<void> {
  const excess = await findExcess(pool);
  if (excess) throw new StartError(sayExcess(excess));
}

const sayExcess = (excess: string): string =>
  `The role of DATABASE_URL may do more than the app needs: ${excess}. Make one that may only sign in (docs/operations.md).`;
