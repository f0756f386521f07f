/**
 * The inbox in NATS JetStream: a vote is a message, a shard is a stream. Counting reads the oldest messages, and only when
 * what became of them is committed are they taken out of the stream. Whoever dies in between leaves them there, in their
 * order: they are handed out again, and known by their receipt codes.
 */
import { anyText } from '#platform/db/any-of.ts';
import { type Db, type DbOrTx, sql, type Tx } from '#platform/db/connect.ts';
import type { InboxVote, Numbered, VoteInbox } from '#ports/vote-inbox.ts';
import { keepLink, type Link, type LinkOptions, nameStream, nameSubject } from './nats-link.ts';
import { holdShards, SHARDS, shardOf, tryShard, turnAway, WAITING_MAX } from './shards.ts';

/** A server that does not answer is asked once more, under the same message id: it keeps the vote once. */
const PUBLISH = { timeout: 1500, retries: 2 };
const READ_AT_ONCE = 250;
/** Far longer than a message that was counted can come back. */
const CHANGES_KEPT = '30 days';

interface Waiting {
  at: number;
  /** Null: nothing of ours. */
  vote: InboxVote | null;
}

export async function openNatsInbox(options: LinkOptions & { working: Db }): Promise<VoteInbox> {
  const { working, log } = options;
  const link = await keepLink(options);
  const requireLink = (): Link => {
    const found = link.current();
    if (!found) throw turnAway();
    return found;
  };
  const listStreams = async ({ jsm }: Link) => jsm.streams.list(`${options.stream}.>`).next();
  let under = 0;
  return {
    shards: SHARDS,
    async accept(vote) {
      const { js } = requireLink();
      if (under >= WAITING_MAX) throw turnAway();
      const subject = nameSubject(options, shardOf(vote.phone), vote.receiptCode);
      under += 1;
      try {
        await js.publish(subject, JSON.stringify(vote), { ...PUBLISH, msgID: vote.receiptCode });
      } catch (error) {
        log.warn({ err: error }, 'a vote was not taken in');
        throw turnAway();
      } finally {
        under -= 1;
      }
    },
    async consume(shard, atMost, count) {
      const found = link.current();
      if (!found) return 0;
      const stream = nameStream(options, shard);
      let upTo = 0;
      const handed = await working.transaction(async (tx) => {
        if (!(await tryShard(tx, shard))) return 0;
        const waiting = await readWaiting(found, stream, { atMost });
        const votes = await applyChanges(tx, waiting);
        if (votes.length > 0) await count(tx, votes);
        upTo = waiting.at(-1)?.at ?? 0;
        return waiting.length;
      });
      // It is counted. Should this fail, it is handed out again and known.
      if (upTo > 0) await found.jsm.streams.purge(stream, { seq: upTo + 1 }).catch(() => {});
      return handed;
    },
    async find(receiptCode) {
      // Part of a subject: signs that mean something there would find the vote of somebody else.
      if (!/^[a-z0-9]+$/i.test(receiptCode)) return null;
      const { jsm } = requireLink();
      const asked = Array.from({ length: SHARDS }, (_, shard) =>
        jsm.streams.getMessage(nameStream(options, shard), {
          last_by_subj: nameSubject(options, shard, receiptCode),
        }),
      );
      const message = (await Promise.all(asked)).find((one) => one !== null);
      const vote = message && readVote(message.string());
      return vote ? { submissionId: vote.submissionId, acceptedAt: vote.acceptedAt } : null;
    },
    async isEmpty() {
      const found = link.current();
      // While it is away there is nothing to be had from it.
      return !found || (await listStreams(found)).every(({ state }) => state.messages === 0);
    },
    async measure() {
      const filled = (await listStreams(requireLink())).filter(({ state }) => state.messages > 0);
      const oldest = Math.min(Date.now(), ...filled.map(({ state }) => Date.parse(state.first_ts)));
      const waiting = filled.reduce((sum, { state }) => sum + state.messages, 0);
      return { waiting, seconds: (Date.now() - oldest) / 1000 };
    },
    isReachable: () => link.current() !== null,
    async listOf(tx, person) {
      const votes = await listCastBy(tx, requireLink(), options, person);
      return votes.map(({ addressDigest: _a, deviceDigest: _d, trapped: _t, ...vote }) => vote);
    },
    async forget(tx, person) {
      await holdShards(tx);
      await noteChange(tx, await listCastBy(tx, requireLink(), options, person), null);
    },
    async move(tx, person, phone) {
      await holdShards(tx);
      await noteChange(tx, await listCastBy(tx, requireLink(), options, person), phone);
    },
    close: () => link.close(),
  };
}

/**
 * The oldest messages, each asked for by its number: of the leader, so that none is missed. There are no holes between them,
 * for messages are only ever taken out from the oldest on. One that is not there was taken out this moment, or a new leader
 * has not come to it yet: what follows it waits, for whatever lies before a counted vote is taken out with it.
 */
export async function readWaiting(
  { jsm }: Link,
  stream: string,
  { atMost, from = 0 }: { atMost: number; from?: number },
): Promise<Waiting[]> {
  const { state } = await jsm.streams.info(stream);
  if (state.messages === 0) return [];
  const first = Math.max(from, state.first_seq);
  const last = Math.min(state.last_seq, first + atMost - 1);
  const asked: Promise<Waiting | null>[] = [];
  for (let at = first; at <= last; at++)
    asked.push(
      jsm.streams
        .getMessage(stream, { seq: at })
        .then((found) => found && { at, vote: readVote(found.string()) }),
    );
  const read = await Promise.all(asked);
  const missing = read.indexOf(null);
  return (missing < 0 ? read : read.slice(0, missing)) as Waiting[];
}

/** Only we write there. Should anybody else, no shard may stand still for it. */
function readVote(text: string): InboxVote | null {
  try {
    const vote = JSON.parse(text);
    const acceptedAt = new Date(vote.acceptedAt);
    const isVote =
      typeof vote.receiptCode === 'string' && typeof vote.phone === 'string' && acceptedAt.getTime() > 0;
    return isVote ? { ...vote, acceptedAt } : null;
  } catch {
    return null;
  }
}

/** With the numbers they have now; without those of people who asked to be forgotten. */
async function applyChanges(tx: DbOrTx, waiting: readonly Waiting[]): Promise<InboxVote[]> {
  const votes = waiting.map(({ vote }) => vote).filter((vote) => vote !== null);
  if (votes.length === 0) return [];
  const { rows } = await tx.execute<{ receipt_code: string; phone_e164: string | null }>(sql`
    SELECT receipt_code, phone_e164 FROM inbox_changes
    WHERE receipt_code = ${anyText(votes.map(({ receiptCode }) => receiptCode))}`);
  const changes = new Map(rows.map(({ receipt_code, phone_e164 }) => [receipt_code, phone_e164]));
  return votes.flatMap((vote) => {
    const phone = changes.get(vote.receiptCode);
    if (phone === undefined) return [vote];
    return phone === null ? [] : [{ ...vote, phone, voterPhone: phone }];
  });
}

/** Whatever waits is looked through: a person asks for that once, and votes wait for seconds. */
async function listCastBy(
  tx: DbOrTx,
  link: Link,
  options: LinkOptions,
  { e164, digits }: Numbered,
): Promise<InboxVote[]> {
  const found: InboxVote[] = [];
  for (let shard = 0; shard < SHARDS; shard++)
    for (let from = 0; ; ) {
      const waiting = await readWaiting(link, nameStream(options, shard), { atMost: READ_AT_ONCE, from });
      if (waiting.length === 0) break;
      from = waiting[waiting.length - 1].at + 1;
      for (const vote of await applyChanges(tx, waiting))
        if (vote.phone === e164 || digits.includes(vote.voterPhone.replace(/\D/g, ''))) found.push(vote);
    }
  return found;
}

async function noteChange(tx: Tx, votes: readonly InboxVote[], phone: string | null): Promise<void> {
  await tx.execute(sql`DELETE FROM inbox_changes WHERE changed_at < now() - ${CHANGES_KEPT}::interval`);
  if (votes.length === 0) return;
  await tx.execute(sql`
    INSERT INTO inbox_changes (receipt_code, phone_e164)
    SELECT receipt, ${phone} FROM unnest(${sql.param(votes.map(({ receiptCode }) => receiptCode))}::text[]) receipt
    ON CONFLICT (receipt_code) DO UPDATE SET phone_e164 = excluded.phone_e164, changed_at = now()`);
}
