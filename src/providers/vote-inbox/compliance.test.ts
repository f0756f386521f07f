// What every inbox has to do: keep what it said yes to, in order, and hand each vote over once a commit.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestDatabase } from '#platform/db/test-database.ts';
import { AppError, StartError } from '#platform/errors.ts';
import { createLog } from '#platform/log.ts';
import type { InboxVote, VoteInbox } from '#ports/vote-inbox.ts';
import { openEmbeddedInbox } from './embedded.ts';
import { openNatsInbox, readWaiting } from './nats.ts';
import { shardOf } from './shards.ts';
import { hasNats, type NatsServer, startNats } from './test-nats.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let inbox: VoteInbox;
let server: NatsServer;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

const openNats = (options: Partial<Parameters<typeof openNatsInbox>[0]> = {}) =>
  openNatsInbox({
    working: database.db,
    servers: [server.url],
    stream: 'votes',
    replicas: 1,
    owner: 'here',
    adopt: false,
    log: createLog('silent'),
    ...options,
  });

const ADAPTERS = {
  async embedded() {
    return openEmbeddedInbox({ accepting: database.db, working: database.db });
  },
  async nats() {
    server = await startNats();
    return openNats();
  },
};

// A receipt code is given once: an inbox may know one it has seen, also when its vote is gone.
let tests = 0;
beforeEach(() => {
  tests += 1;
});

const makeVote = (n: number, phone = `+1212555${String(1000 + n * 100)}`): InboxVote => ({
  receiptCode: String(1000 * tests + n).padStart(26, '0'),
  submissionId: 1,
  voterName: `Fan ${n}`,
  voterPhone: phone,
  phone,
  phoneType: 'ordinary',
  proof: 'none',
  addressDigest: 'a',
  deviceDigest: 'd',
  trapped: n % 7 === 0,
  acceptedAt: new Date(1_790_000_000_000 + n),
});

async function takeAll(atMost = 100): Promise<InboxVote[]> {
  const taken: InboxVote[] = [];
  for (let shard = 0; shard < inbox.shards; shard++)
    while (
      (await inbox.consume(shard, atMost, async (_tx, votes) => {
        taken.push(...votes);
      })) > 0
    );
  return taken;
}

describe.each(Object.entries(ADAPTERS))('%s', (name, open) => {
  describe.skipIf(name === 'nats' && !hasNats)('where it is installed', () => {
    beforeAll(async () => {
      inbox = await open();
    });
    afterAll(() => inbox.close());

    test('many at once are all kept, as they were, and those of one number in the order they came', async () => {
      const votes = Array.from({ length: 300 }, (_, n) =>
        makeVote(n, n % 3 === 0 ? '+12125551234' : undefined),
      );
      await Promise.all(votes.map((vote) => inbox.accept(vote)));
      expect(await inbox.find(votes[7].receiptCode)).toEqual({
        submissionId: 1,
        acceptedAt: votes[7].acceptedAt,
      });
      const taken = await takeAll(7);
      const byCode = (a: InboxVote, b: InboxVote) => a.receiptCode.localeCompare(b.receiptCode);
      expect([...taken].sort(byCode)).toEqual(votes);
      const ofOne = taken
        .filter(({ phone }) => phone === '+12125551234')
        .map(({ receiptCode }) => receiptCode);
      expect(ofOne).toEqual([...ofOne].sort());
      expect([await inbox.isEmpty(), await inbox.find(votes[7].receiptCode)]).toEqual([true, null]);
    });

    test('what fails to be counted stays, and only one counts a shard at a time', async () => {
      await inbox.accept(makeVote(1));
      const shard = shardOf(makeVote(1).phone);
      const fails = inbox.consume(shard, 10, () => Promise.reject(new Error('no')));
      await expect(fails).rejects.toThrow('no');
      expect(await inbox.isEmpty()).toBe(false);
      let second: number | undefined;
      await inbox.consume(shard, 10, async () => {
        second = await inbox.consume(shard, 10, async () => {});
      });
      expect(second).toBe(0);
      expect(await inbox.isEmpty()).toBe(true);
    });

    test('numbers in a row share a shard; a person’s votes can be listed, moved and forgotten', async () => {
      expect(shardOf('+12125551201')).toBe(shardOf('+12125551299'));
      expect(new Set(Array.from({ length: 200 }, (_, n) => shardOf(makeVote(n).phone))).size).toBe(
        inbox.shards,
      );
      await inbox.accept(makeVote(1));
      await inbox.accept({ ...makeVote(2), phone: '+12125559999' });
      const person = { e164: makeVote(1).phone, digits: [] };
      expect(await inbox.listOf(database.db, person)).toMatchObject([
        { receiptCode: makeVote(1).receiptCode },
      ]);
      await database.db.transaction((tx) => inbox.move(tx, person, '+13105550000'));
      await database.db.transaction((tx) => inbox.forget(tx, { e164: '+13105550000', digits: [] }));
      expect((await takeAll()).map(({ receiptCode }) => receiptCode)).toEqual([makeVote(2).receiptCode]);
    });
  });
});

describe.skipIf(!hasNats)('nats alone, where nats-server is installed', () => {
  afterAll(() => server.stop());

  test('what was taken in outlives a killed server, and while it is away voters are turned away', async () => {
    inbox = await openNats();
    await inbox.accept(makeVote(1));
    await server.kill();
    const away = inbox.accept(makeVote(2));
    await expect(away).rejects.toMatchObject({ status: 503, details: { retryAfterSeconds: 2 } });
    await expect.poll(() => inbox.isReachable()).toBe(false);
    await expect(inbox.find(makeVote(1).receiptCode)).rejects.toThrow(AppError);
    // Nothing to be had from it: whoever counts has other inboxes to look into.
    expect([await inbox.isEmpty(), await inbox.consume(0, 1, async () => {})]).toEqual([true, 0]);
    await server.start();
    await expect.poll(() => inbox.isReachable(), { timeout: 10_000 }).toBe(true);
    expect(await inbox.measure()).toMatchObject({ waiting: 1 });
    expect((await takeAll()).map(({ receiptCode }) => receiptCode)).toEqual([makeVote(1).receiptCode]);
    await inbox.close();
  });

  test('a receipt code is no pattern, and what nobody of ours wrote holds nobody up', async () => {
    inbox = await openNats();
    await inbox.accept(makeVote(3));
    for (const pattern of ['*', '>', `${makeVote(3).receiptCode}.x`, ''])
      expect(await inbox.find(pattern)).toBeNull();
    await inbox.accept({ ...makeVote(4), acceptedAt: 'never' as unknown as Date });
    expect((await takeAll()).map(({ receiptCode }) => receiptCode)).toEqual([makeVote(3).receiptCode]);
    await inbox.close();
  });

  test('a vote sent twice, because the first answer was lost, is kept once', async () => {
    inbox = await openNats();
    await inbox.accept(makeVote(6));
    await inbox.accept(makeVote(6));
    expect((await takeAll()).map(({ receiptCode }) => receiptCode)).toEqual([makeVote(6).receiptCode]);
    await inbox.close();
  });

  test('what follows a message that a new leader has not come to yet is left where it is', async () => {
    const answers = new Map([1, 3].map((seq) => [seq, { string: () => JSON.stringify(makeVote(seq)) }]));
    const streams = {
      info: async () => ({ state: { messages: 3, first_seq: 1, last_seq: 3 } }),
      getMessage: async (_stream: string, { seq }: { seq: number }) => answers.get(seq) ?? null,
    };
    const waiting = await readWaiting({ jsm: { streams } } as never, 'votes-0', { atMost: 10 });
    expect(waiting.map(({ at }) => at)).toEqual([1]);
  });

  test('a copy of the database keeps off, unless it has taken the other’s place', async () => {
    const copy = await openNats({ owner: 'a copy' });
    expect(copy.isReachable()).toBe(false);
    await expect(copy.accept(makeVote(5))).rejects.toThrow(AppError);
    await copy.close();
    const heir = await openNats({ owner: 'a copy', adopt: true });
    await heir.accept(makeVote(5));
    await heir.close();
  });

  test('a wrong password ends the start with a sentence', async () => {
    const guarded = await startNats(['--user', 'contest', '--pass', 'right']);
    const options = { servers: [guarded.url], user: 'contest' };
    await expect(openNats({ ...options, password: 'wrong' })).rejects.toThrow(StartError);
    const open = await openNats({ ...options, password: 'right' });
    expect(open.isReachable()).toBe(true);
    await open.close();
    await guarded.stop();
  });
});
