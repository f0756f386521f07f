/**
 * An object store belongs to one database and carries its mark. A copy of that database (a dump restored for a rehearsal,
 * with the same settings) reads from it and changes nothing: its sweeps would take what it does not know for left-overs.
 */
import { text } from 'node:stream/consumers';
import type { Deps } from '#deps.ts';
import { type Db, sql } from '#platform/db/connect.ts';
import { type ObjectStorage, StorageError } from '#ports/storage.ts';

export const OWNER_MARK = 'site/owner.json';

interface ClaimDeps extends Pick<Deps, 'db' | 'log'> {
  storage: ObjectStorage;
  /** Take it over from whoever had it: for a database that was moved on purpose. */
  adopt: boolean;
}

export async function claimStorage({ db, log, storage, adopt }: ClaimDeps): Promise<ObjectStorage> {
  let claim: Promise<boolean> | undefined;
  const isOurs = () => {
    claim ??= takeClaim(db, storage, adopt).catch((error) => {
      // A store that is out of reach is asked again next time.
      claim = undefined;
      throw error;
    });
    return claim;
  };
  const requireOurs = async () => {
    if (await isOurs()) return;
    throw new StorageError('unavailable', 'Files cannot be stored right now.', new Error(NOT_OURS));
  };
  const ours = await isOurs().catch(() => true);
  if (!ours) log.error(NOT_OURS);
  return {
    provider: storage.provider,
    getObject: (key, range) => storage.getObject(key, range),
    statObject: (key) => storage.statObject(key),
    listObjects: (prefix, page) => storage.listObjects(prefix, page),
    checkReady: () => storage.checkReady(),
    async putObject(key, body, options) {
      await requireOurs();
      return storage.putObject(key, body, options);
    },
    async deleteObject(key) {
      await requireOurs();
      await storage.deleteObject(key);
    },
  };
}

const NOT_OURS =
  'The object store belongs to another database: files are read and never changed. If this database has taken its place, set STORAGE_ADOPT=true once.';

/** Whether the store is this database's, now that a store of nobody's has been claimed. */
async function takeClaim(db: Db, storage: ObjectStorage, adopt: boolean): Promise<boolean> {
  const mine = await nameDatabase(db);
  const owner = await readOwner(storage);
  if (owner === mine) return true;
  if (owner !== null && !adopt) return false;
  const body = Buffer.from(`${JSON.stringify({ database: mine })}\n`);
  await storage.putObject(OWNER_MARK, body, { contentType: 'application/json' });
  return true;
}

async function readOwner(storage: ObjectStorage): Promise<string | null> {
  if (!(await storage.statObject(OWNER_MARK))) return null;
  const { stream } = await storage.getObject(OWNER_MARK);
  return (JSON.parse(await text(stream)) as { database: string }).database;
}

/** No copy made by a dump has this name: it is of the cluster and the database in it, not of their contents. */
export async function nameDatabase(db: Db): Promise<string> {
  const { rows } = await db.execute<{ name: string }>(sql`
    SELECT c.system_identifier || '/' || d.oid AS name FROM pg_control_system() c, pg_database d
    WHERE d.datname = current_database()`);
  return rows[0].name;
}
