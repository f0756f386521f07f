/**
 * Counts what waits in the inbox, for as long as the worker runs: each consumer takes the shards that are its turn, and
 * one that another worker is at is skipped. A worker that dies leaves nothing half done, and the others go on.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '#deps.ts';
import { sqlState } from '#platform/errors.ts';
import { countBatch, refuseUncountable } from './service-batch.ts';

/**
 * Each vote takes three locks of the database's table of locks until its batch commits. All shards at once with batches
 * of this size fit into the table PostgreSQL has unless told otherwise.
 */
export const BATCH = 250;
/**
 * How long votes may gather, unless a batch was full: a batch of fifty costs little more than one of five. Where votes are
 * not taken in, only what is left over from before is counted.
 */
const GATHER_MS = { embedded: 500, nats: 500, off: 5000 } as const;
const AFTER_ERROR_MS = 1000;

type ConsumerDeps = Pick<Deps, 'voteInbox' | 'clock' | 'campaign' | 'config' | 'log'>;

export async function keepCounting(deps: ConsumerDeps, signal: AbortSignal): Promise<void> {
  const { voteConsumers } = deps.config;
  const consumers = Array.from({ length: voteConsumers }, (_, n) => keepConsuming(deps, n, signal));
  await Promise.all(consumers);
}

async function keepConsuming(deps: ConsumerDeps, consumer: number, signal: AbortSignal): Promise<void> {
  const { voteInbox, config, log } = deps;
  const pause = (ms: number) => sleep(ms, null, { signal }).catch(() => {});
  const begin = Math.floor((consumer * voteInbox.shards) / config.voteConsumers);
  while (!signal.aborted)
    try {
      if (!(await voteInbox.isEmpty())) while ((await countOnce(deps, begin, signal)) >= BATCH);
      await pause(GATHER_MS[config.voteInbox]);
    } catch (error) {
      log.warn({ err: error }, 'votes of the inbox could not be counted, trying again');
      await pause(AFTER_ERROR_MS);
    }
}

/** One batch of each shard, from this one on. */
export async function countOnce(
  deps: Omit<ConsumerDeps, 'config'>,
  begin = 0,
  signal?: AbortSignal,
): Promise<number> {
  const { shards } = deps.voteInbox;
  let counted = 0;
  for (let step = 0; step < shards && !signal?.aborted; step++)
    counted += await countShard(deps, (begin + step) % shards);
  return counted;
}

/** What the database refuses to store: no second try would help. */
const REFUSED = /^2[23]/;
const isRefused = (error: unknown) => REFUSED.test(sqlState(error) ?? '');

async function countShard(deps: Omit<ConsumerDeps, 'config'>, shard: number): Promise<number> {
  const count = (atMost: number) =>
    deps.voteInbox.consume(shard, atMost, (tx, votes) => countBatch(deps, tx, votes));
  try {
    return await count(BATCH);
  } catch (error) {
    if (!isRefused(error)) throw error;
  }
  // One of them is to blame. Each on its own, until that one is found: it leaves, and the others count.
  try {
    return await count(1);
  } catch (error) {
    if (!isRefused(error)) throw error;
    deps.log.error({ err: error }, 'a vote of the inbox cannot be counted and is refused');
    return deps.voteInbox.consume(shard, 1, (tx, [vote]) => refuseUncountable(deps, tx, vote));
  }
}
