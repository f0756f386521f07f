/** For tests: a migrated database of one's own, cloned in milliseconds from the run's template. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { type Connection, connect } from './connect.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A database of the run's server, to send CREATE DATABASE to. */
    databaseUrl: string;
    /** The same as the app's role. */
    appUrl: string;
    /** The migrated database that is cloned; nobody is connected to it. */
    templateName: string;
  }
}

export interface TestDatabase {
  /** As the owner of the schema, who may look and change past the app. */
  url: string;
  /** As the app's role. */
  appUrl: string;
  /** Ends whatever is still connected and removes the database. */
  drop(): Promise<void>;
}

/** `empty`: with nothing in it, for what is restored. */
export async function cloneDatabase({ empty = false } = {}): Promise<TestDatabase> {
  const server = inject('databaseUrl');
  const template = inject('templateName');
  const name = `${template}_${randomBytes(6).toString('hex')}`;
  await runStatement(server, `CREATE DATABASE "${name}" ${empty ? '' : `TEMPLATE "${template}"`}`);
  return {
    url: withDatabase(server, name),
    appUrl: withDatabase(inject('appUrl'), name),
    drop: () => dropDatabase(server, name),
  };
}

/** A clone with a small pool on it; `drop` closes the pool first. */
export async function openTestDatabase(): Promise<TestDatabase & Connection> {
  const clone = await cloneDatabase();
  const connection = connect(clone.url, { max: 4 });
  const drop = async (): Promise<void> => {
    if (!connection.pool.ended) await connection.close();
    await clone.drop();
  };
  return { ...connection, ...clone, drop };
}

/** PostgreSQL's own cleaner may be in the database, and only a superuser may end that: it leaves within moments. */
export async function dropDatabase(server: string, name: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await runStatement(server, `DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
    } catch (error) {
      if (attempt >= 20 || (error as { code?: string }).code !== '42501') throw error;
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  }
}

/** The same server and login, another database. */
export function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

export async function runStatement(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
