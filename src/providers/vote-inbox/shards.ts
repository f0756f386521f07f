/** What inboxes have in common: which shard a vote is in, who may count one, and how a voter is turned away. */
import { sql, type Tx } from '#platform/db/connect.ts';
import { AppError } from '#platform/errors.ts';

/** As many partitions as the migration made. */
export const SHARDS = 8;
/** Past so many that wait in memory nobody is taken in: they were not told yes, so nothing is lost. */
export const WAITING_MAX = 20_000;
/** Any fixed number; with a shard's number beside it, ours alone in this database. */
const LOCK = 7_362_919;

/** Without the last two digits, so that numbers in a row meet in one shard (FNV-1a). */
export function shardOf(phone: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < phone.length - 2; at++) hash = Math.imul(hash ^ phone.charCodeAt(at), 0x01000193);
  return (hash >>> 0) % SHARDS;
}

/** False when another is at it. Held until the transaction ends. */
export async function tryShard(tx: Tx, shard: number): Promise<boolean> {
  const { rows } = await tx.execute<{ free: boolean }>(
    sql`SELECT pg_try_advisory_xact_lock(${LOCK}, ${shard}) AS free`,
  );
  return rows[0].free;
}

/** Waits until nobody counts, and keeps it so until the transaction ends. */
export async function holdShards(tx: Tx): Promise<void> {
  await tx.execute(
    sql`SELECT pg_advisory_xact_lock(${LOCK}, shard) FROM generate_series(0, ${SHARDS - 1}::int) shard`,
  );
}

export const turnAway = () =>
  new AppError('unavailable', 'Very many votes are coming in. Please try again in a moment.', {
    retryAfterSeconds: 2,
  });
