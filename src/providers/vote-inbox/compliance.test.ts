// What every inbox has to do: keep what it said yes to, in order, and hand each vote over once a commit.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase } from '#platform/db/test-database.ts';
import type { InboxVote, VoteInbox } from '#ports/vote-inbox.ts';
import { openEmbeddedInbox, shardOf } from './embedded.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let inbox: VoteInbox;
beforeAll(async () => {
  database = await openTestDatabase();
  inbox = openEmbeddedInbox({ accepting: database.db, working: database.db });
});
afterAll(() => database.drop());

const makeVote = (n: number, phone = `+1212555${String(1000 + n * 100)}`): InboxVote => ({
  receiptCode: String(n).padStart(26, '0'),
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

test('many at once are all kept, as they were, and those of one number in the order they came', async () => {
  const votes = Array.from({ length: 300 }, (_, n) => makeVote(n, n % 3 === 0 ? '+12125551234' : undefined));
  await Promise.all(votes.map((vote) => inbox.accept(vote)));
  expect(await inbox.find(votes[7].receiptCode)).toEqual({
    submissionId: 1,
    acceptedAt: votes[7].acceptedAt,
  });
  const taken = await takeAll(7);
  const byCode = (a: InboxVote, b: InboxVote) => a.receiptCode.localeCompare(b.receiptCode);
  expect([...taken].sort(byCode)).toEqual(votes);
  const ofOne = taken.filter(({ phone }) => phone === '+12125551234').map(({ receiptCode }) => receiptCode);
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
  expect(new Set(Array.from({ length: 200 }, (_, n) => shardOf(makeVote(n).phone))).size).toBe(inbox.shards);
  await inbox.accept(makeVote(1));
  await inbox.accept({ ...makeVote(2), phone: '+12125559999' });
  const person = { e164: makeVote(1).phone, digits: [] };
  expect(await inbox.listOf(database.db, person)).toMatchObject([{ receiptCode: makeVote(1).receiptCode }]);
  await database.db.transaction((tx) => inbox.move(tx, person, '+13105550000'));
  await database.db.transaction((tx) => inbox.forget(tx, { e164: '+13105550000', digits: [] }));
  expect((await takeAll()).map(({ receiptCode }) => receiptCode)).toEqual([makeVote(2).receiptCode]);
});
