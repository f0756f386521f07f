/** Connects to the embedded server: is it ours, is it ready, and the roles and database the app works with. */
import { createHmac } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import pg from 'pg';
import { ADMIN_ROLE, type Cluster } from './cluster.ts';
import { SOCKET_PORT } from './socket.ts';

/** Owns the database and migrates it, but is no superuser: it cannot read files or run programs on the server. */
const OWNER_ROLE = 'soundcheck';
/** What the app works as: reads and writes rows (db/rights.ts). */
const APP_ROLE = 'soundcheck_app';
const APP_DATABASE = 'soundcheck';
/** "SOUN" in ASCII; held by the app for as long as it lives. */
const GUARD_KEY = 0x53_4f_55_4e;

/**
 * ready: answers, and is the server of this cluster; busy: starting or stopping; silent: nobody answers there;
 * foreign: somebody answers who is not this cluster's server.
 */
export type Answer = 'ready' | 'busy' | 'silent' | 'foreign';

export const appUrl = (socketFolder: string, cluster: Cluster): string =>
  writeUrl(socketFolder, APP_ROLE, appPassword(cluster));

export const ownerUrl = (socketFolder: string, cluster: Cluster): string =>
  writeUrl(socketFolder, OWNER_ROLE, cluster.password);

function writeUrl(socketFolder: string, role: string, password: string): string {
  const login = `${role}:${encodeURIComponent(password)}`;
  return `postgres://${login}@localhost:${SOCKET_PORT}/${APP_DATABASE}?host=${encodeURIComponent(socketFolder)}`;
}

/** Made from the cluster's, so that there is one file to keep; whoever learns this one does not know that one. */
const appPassword = ({ password }: Cluster): string =>
  createHmac('sha256', password).update(APP_ROLE).digest('base64url');

export async function probeServer(socketFolder: string, cluster: Cluster): Promise<Answer> {
  const client = adminClient(socketFolder, cluster);
  try {
    await client.connect();
    const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory');
    const same = (await realpath(rows[0].data_directory)) === (await realpath(cluster.folder));
    return same ? 'ready' : 'foreign';
  } catch (error) {
    return judge(error as NodeJS.ErrnoException);
  } finally {
    await client.end().catch(() => {});
  }
}

function judge(error: NodeJS.ErrnoException): Answer {
  const code = error.code ?? '';
  if (code === 'ENOENT' || code === 'ECONNREFUSED') return 'silent';
  // 57P03 starting or stopping, 57P01 stopped while we asked, 53300 no connection left: all alive.
  if (code.startsWith('57P') || code === '53300' || code === 'ECONNRESET') return 'busy';
  if (/terminated unexpectedly/i.test(error.message)) return 'busy';
  if (code.startsWith('28')) return 'foreign';
  throw error;
}

/** Makes roles and database when they are not there yet; a data folder from before there were two roles gets the second. */
export async function ensureAppDatabase(socketFolder: string, cluster: Cluster): Promise<void> {
  const client = adminClient(socketFolder, cluster);
  await client.connect();
  try {
    const found = await client.query<{ rolname: string }>(
      'SELECT rolname FROM pg_roles WHERE rolname IN ($1, $2)',
      [OWNER_ROLE, APP_ROLE],
    );
    const roles = found.rows.map(({ rolname }) => rolname);
    const password = client.escapeLiteral(cluster.password);
    if (!roles.includes(OWNER_ROLE))
      await client.query(`CREATE ROLE ${OWNER_ROLE} LOGIN CREATEDB PASSWORD ${password}`);
    // The owner may end the app's connections, as when a database is dropped.
    if (!roles.includes(APP_ROLE))
      await client.query(`
        CREATE ROLE ${APP_ROLE} LOGIN PASSWORD ${client.escapeLiteral(appPassword(cluster))};
        GRANT ${APP_ROLE} TO ${OWNER_ROLE}`);
    const database = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [APP_DATABASE]);
    if (!database.rowCount) await client.query(`CREATE DATABASE ${APP_DATABASE} OWNER ${OWNER_ROLE}`);
  } finally {
    await client.end();
  }
}

export interface Guard {
  client: pg.Client;
  /** The holder's process id when somebody else has the guard. */
  heldBy?: string;
}

/**
 * A session-long lock in the database itself: the server frees it the moment the holder dies, and nothing can hold it
 * twice, which a lock file alone cannot promise (another container, a copied folder).
 */
export async function takeGuard(url: string): Promise<Guard> {
  const client = new pg.Client({ connectionString: url, application_name: `soundcheck-app ${process.pid}` });
  await client.connect();
  const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [
    GUARD_KEY,
  ]);
  if (rows[0].taken) return { client };
  const holder = await client.query<{ name: string }>(
    `SELECT a.application_name AS name FROM pg_locks l JOIN pg_stat_activity a USING (pid)
     WHERE l.locktype = 'advisory' AND l.granted AND l.classid = 0 AND l.objid = $1`,
    [GUARD_KEY],
  );
  await client.end();
  return { client, heldBy: holder.rows[0]?.name.split(' ')[1] ?? 'unknown' };
}

function adminClient(socketFolder: string, cluster: Cluster): pg.Client {
  return new pg.Client({
    host: socketFolder,
    port: SOCKET_PORT,
    user: ADMIN_ROLE,
    password: cluster.password,
    database: 'postgres',
    application_name: 'soundcheck-admin',
    connectionTimeoutMillis: 10_000,
  });
}
