/** Chooses where free votes wait to be counted. What another setting left over elsewhere is counted too. */
import type { Deps } from '#deps.ts';
import type { VoteInbox } from '#ports/vote-inbox.ts';
import { openEmbeddedInbox } from '#providers/vote-inbox/embedded.ts';
import { nameDatabase } from './claim-storage.ts';

export async function openVoteInbox({
  config,
  db,
  lanes,
  log,
}: Pick<Deps, 'config' | 'db' | 'lanes' | 'log'>): Promise<VoteInbox> {
  const embedded = openEmbeddedInbox({ accepting: lanes.db.votes, working: db });
  if (!config.nats) return embedded;
  // Its client is loaded only where it is used.
  const { openNatsInbox } = await import('#providers/vote-inbox/nats.ts');
  const owner = await nameDatabase(db);
  const nats = await openNatsInbox({ ...config.nats, working: db, log, owner, adopt: config.storageAdopt });
  return config.voteInbox === 'nats' ? joinInboxes(nats, embedded) : joinInboxes(embedded, nats);
}

/** Votes go into the first; both are counted. */
function joinInboxes(first: VoteInbox, second: VoteInbox): VoteInbox {
  const both = [first, second];
  return {
    shards: first.shards + second.shards,
    accept: (vote) => first.accept(vote),
    async consume(shard, ...batch) {
      if (shard < first.shards) return first.consume(shard, ...batch);
      return (await second.isEmpty()) ? 0 : second.consume(shard - first.shards, ...batch);
    },
    find: async (receiptCode) => (await first.find(receiptCode)) ?? second.find(receiptCode),
    isEmpty: async () => (await first.isEmpty()) && second.isEmpty(),
    async measure() {
      const [a, b] = await Promise.all(both.map((inbox) => inbox.measure()));
      return { waiting: a.waiting + b.waiting, seconds: Math.max(a.seconds, b.seconds) };
    },
    isReachable: () => both.every((inbox) => inbox.isReachable()),
    listOf: async (tx, person) => [...(await first.listOf(tx, person)), ...(await second.listOf(tx, person))],
    async forget(tx, person) {
      for (const inbox of both) await inbox.forget(tx, person);
    },
    async move(tx, person, phone) {
      for (const inbox of both) await inbox.move(tx, person, phone);
    },
    async close() {
      for (const inbox of both) await inbox.close();
    },
  };
}
