/**
 * The inbox in our own database: a partitioned table, written ahead like any other. Votes that come while a batch is on
 * its way go together with the next one, so that a commit is shared by as many as the disk is slow.
 */
import { hasDigits } from '#platform/db/any-of.ts';
import { type Db, type DbOrTx, runPrepared, sql, type Tx } from '#platform/db/connect.ts';
import type { InboxVote, Numbered, VoteInbox } from '#ports/vote-inbox.ts';
import { SHARDS, shardOf, tryShard, turnAway, WAITING_MAX } from './shards.ts';

const BATCH = 1000;
/** Batches of one process under way at once: while one is being written to disk the next is sent. */
const FLIGHTS = 2;

export interface InboxConnections {
  /** For taking votes in. */
  accepting: Db;
  /** For everything else. */
  working: Db;
}

export function openEmbeddedInbox({ accepting, working }: InboxConnections): VoteInbox {
  return {
    shards: SHARDS,
    accept: createGathering((votes) => insertVotes(accepting, votes)),
    consume: (shard, atMost, count) => consumeShard(working, shard, atMost, count),
    async find(receiptCode) {
      const { rows } = await working.execute<InboxRow>(
        sql`SELECT ${COLUMNS} FROM vote_inbox WHERE receipt_code = ${receiptCode}`,
      );
      if (rows.length === 0) return null;
      const { submissionId, acceptedAt } = readVote(rows[0]);
      return { submissionId, acceptedAt };
    },
    isEmpty: async () => (await working.execute(sql`SELECT FROM vote_inbox LIMIT 1`)).rows.length === 0,
    // Past a million nobody needs to know how many.
    async measure() {
      const { rows } = await working.execute<{ waiting: number; seconds: number }>(sql`
        SELECT count(*)::int AS waiting, coalesce(extract(epoch FROM now() - min(accepted_at)), 0)::float AS seconds
        FROM (SELECT accepted_at FROM vote_inbox LIMIT 1000000) uncounted`);
      return rows[0];
    },
    isReachable: () => true,
    listOf,
    forget,
    move,
    close: async () => {},
  };
}

const COLUMNS = sql.raw(
  `id, submission_id, receipt_code, voter_name, voter_phone, phone_e164, phone_type, proof, address_digest, device_digest, trapped,
   (extract(epoch FROM accepted_at) * 1000)::bigint AS accepted_ms`,
);

interface InboxRow extends Record<string, unknown> {
  id: number;
  submission_id: number;
  receipt_code: string;
  voter_name: string;
  voter_phone: string;
  phone_e164: string;
  phone_type: InboxVote['phoneType'];
  proof: InboxVote['proof'];
  address_digest: string;
  device_digest: string;
  trapped: boolean;
  accepted_ms: number;
}

const readVote = (row: InboxRow): InboxVote => ({
  receiptCode: row.receipt_code,
  submissionId: row.submission_id,
  voterName: row.voter_name,
  voterPhone: row.voter_phone,
  phone: row.phone_e164,
  phoneType: row.phone_type,
  proof: row.proof,
  addressDigest: row.address_digest,
  deviceDigest: row.device_digest,
  trapped: row.trapped,
  acceptedAt: new Date(row.accepted_ms),
});

interface Waiting {
  vote: InboxVote;
  resolve(): void;
  reject(error: unknown): void;
}

/** Many callers, one statement. Each hears of its own vote, and only after the commit. */
function createGathering(write: (votes: InboxVote[]) => Promise<void>): VoteInbox['accept'] {
  const waiting: Waiting[] = [];
  let flights = 0;
  const fly = async () => {
    flights++;
    // Those that arrive in the same turn come along.
    await new Promise(setImmediate);
    for (let batch = waiting.splice(0, BATCH); batch.length > 0; batch = waiting.splice(0, BATCH))
      try {
        await write(batch.map(({ vote }) => vote));
        for (const { resolve } of batch) resolve();
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    flights--;
  };
  return (vote) => {
    if (waiting.length >= WAITING_MAX) return Promise.reject(turnAway());
    return new Promise<void>((resolve, reject) => {
      waiting.push({ vote, resolve, reject });
      if (flights < FLIGHTS) void fly();
    });
  };
}

const INSERT = `INSERT INTO vote_inbox (shard, submission_id, receipt_code, voter_name, voter_phone, phone_e164, phone_type,
    proof, address_digest, device_digest, accepted_at, trapped)
  SELECT * FROM unnest($1::smallint[], $2::int[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
    $9::text[], $10::text[], $11::timestamptz[], $12::boolean[])`;

async function insertVotes(db: Db, votes: readonly InboxVote[]): Promise<void> {
  const column = <T>(read: (vote: InboxVote) => T): T[] => votes.map(read);
  await runPrepared(db, 'accept-votes', INSERT, [
    column(({ phone }) => shardOf(phone)),
    column(({ submissionId }) => submissionId),
    column(({ receiptCode }) => receiptCode),
    column(({ voterName }) => voterName),
    column(({ voterPhone }) => voterPhone),
    column(({ phone }) => phone),
    column(({ phoneType }) => phoneType),
    column(({ proof }) => proof),
    column(({ addressDigest }) => addressDigest),
    column(({ deviceDigest }) => deviceDigest),
    column(({ acceptedAt }) => acceptedAt.toISOString()),
    column(({ trapped }) => trapped),
  ]);
}

/** Taken out and counted in one transaction: whoever dies before the commit has done neither. */
function consumeShard(
  db: Db,
  shard: number,
  atMost: number,
  count: (tx: Tx, votes: InboxVote[]) => Promise<void>,
): Promise<number> {
  return db.transaction(async (tx) => {
    if (!(await tryShard(tx, shard))) return 0;
    const { rows } = await tx.execute<InboxRow>(sql`
      DELETE FROM vote_inbox WHERE shard = ${shard} AND id = ANY(ARRAY(
        SELECT id FROM vote_inbox WHERE shard = ${shard} ORDER BY id LIMIT ${atMost}))
      RETURNING ${COLUMNS}`);
    if (rows.length === 0) return 0;
    rows.sort((a, b) => a.id - b.id);
    await count(tx, rows.map(readVote));
    return rows.length;
  });
}

const castBy = ({ e164, digits }: Numbered) =>
  sql`(phone_e164 = ${e164} OR ${hasDigits(sql`voter_phone`, digits)})`;

async function listOf(tx: DbOrTx, person: Numbered) {
  const { rows } = await tx.execute<InboxRow>(
    sql`SELECT ${COLUMNS} FROM vote_inbox WHERE ${castBy(person)} ORDER BY id`,
  );
  return rows.map(readVote).map(({ addressDigest: _a, deviceDigest: _d, trapped: _t, ...vote }) => vote);
}

async function forget(tx: Tx, person: Numbered): Promise<void> {
  await tx.execute(sql`DELETE FROM vote_inbox WHERE ${castBy(person)}`);
}

async function move(tx: Tx, person: Numbered, phone: string): Promise<void> {
  await tx.execute(sql`
    UPDATE vote_inbox SET shard = ${shardOf(phone)}, voter_phone = ${phone}, phone_e164 = ${phone} WHERE ${castBy(person)}`);
}
