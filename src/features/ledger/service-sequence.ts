/**
 * Gives what waits in the outbox its place in the log, in one transaction: from then on the order stands, whatever
 * happens to tiles and signatures. What is about one vote or one track keeps its order; all else of a seal is sorted by
 * hash, so that nobody can read from the log who came first within a minute.
 */
import { createHmac, randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { anyInt, anyText } from '#platform/db/any-of.ts';
import type { Tx } from '#platform/db/connect.ts';
import { sha256 } from '#platform/signing.ts';
import { compareBytes } from './format-bytes.ts';
import { type Entry, type EntryType, writeEntry } from './format-entry.ts';
import { writeBundle } from './format-tile.ts';
import { hashLeaf } from './rules-tree.ts';
import { composeRules, composeStandings, type RecordDeps } from './service-rules.ts';
import { ledgerBatches, ledgerLeaves, ledgerLog, type Waiting } from './table.ts';

export type SequenceDeps = RecordDeps & Pick<Deps, 'db' | 'tokens'>;

/** So many entries at once: a backlog is worked off in steps. */
export const AT_MOST = 20_000;
const TAG_BYTES = 16;
const SECRET_BYTES = 32;

/** Where a vote is, and what the log last said of it. */
export interface Leaf {
  leaf: number;
  votes: number;
  receipt: Buffer;
  standing: string;
  decision: number | null;
}

/** What a seal adds, while it is put together. */
export interface Batch {
  first: number;
  entries: Uint8Array[];
  leaves: Map<number, Leaf>;
  counts: Map<string, number>;
}

/** How many entries got a place. */
export async function sequenceEntries(deps: SequenceDeps, atMost = AT_MOST): Promise<number> {
  return deps.db.transaction(
    async (tx) => {
      const [log] = await tx.select().from(ledgerLog).for('update');
      const waiting = await takeWaiting(tx, atMost);
      const batch: Batch = { first: log.size, entries: [], leaves: new Map(), counts: new Map() };
      const rules = await composeRules(deps, tx, log);
      if (rules) place(batch, rules);
      await placeWaiting(deps, tx, batch, waiting);
      // Only when nothing waits any more do log and database tell of the same moment.
      const standings =
        waiting.length < atMost ? await composeStandings(deps, tx, log, batch.entries.length > 0) : null;
      if (standings) place(batch, standings);
      await saveBatch(deps, tx, batch);
      return batch.entries.length;
    },
    { isolationLevel: 'repeatable read' },
  );
}

async function takeWaiting(tx: Tx, atMost: number): Promise<Waiting[]> {
  const { rows } = await tx.execute<Waiting & Record<string, unknown>>(sql`
    DELETE FROM ledger_outbox WHERE id IN (SELECT id FROM ledger_outbox ORDER BY id LIMIT ${atMost}) RETURNING *`);
  return rows.sort((a, b) => a.id - b.id);
}

export function place({ first, entries, counts }: Batch, entry: Entry, bytes = writeEntry(entry)): number {
  addCount(counts, entry.type, 1);
  return first + entries.push(bytes) - 1;
}

export const addCount = (counts: Map<string, number>, name: string, by: number) =>
  counts.set(name, (counts.get(name) ?? 0) + by);

async function placeWaiting(deps: SequenceDeps, tx: Tx, batch: Batch, waiting: Waiting[]): Promise<void> {
  const tags = await openTags(deps, tx, waiting);
  await findLeaves(tx, batch, waiting);
  for (const wave of splitWaves(waiting)) {
    const composed = wave.map((row) => {
      const entry = composeEntry(row, batch, tags);
      const bytes = writeEntry(entry);
      return { row, entry, bytes, hash: hashLeaf(sha256, bytes) };
    });
    composed.sort((a, b) => compareBytes(a.hash, b.hash));
    for (const { row, entry, bytes } of composed) remember(batch, row, entry, place(batch, entry, bytes));
  }
}

/** What is about the same vote or track goes to one wave after the other. */
function splitWaves(waiting: readonly Waiting[]): Waiting[][] {
  const waves: Waiting[][] = [];
  const seen = new Map<string, number>();
  for (const row of waiting) {
    const subject = `${isAboutVote(row.type) ? 'vote' : 'track'} ${row.subject}`;
    const wave = seen.get(subject) ?? 0;
    seen.set(subject, wave + 1);
    waves[wave] ??= [];
    waves[wave].push(row);
  }
  return waves;
}

const isAboutVote = (type: EntryType) => type === 'vote' || type === 'decision';

function composeEntry(
  { type, subject, detail, phone, receipt }: Waiting,
  { leaves }: Batch,
  tags: Tags,
): Entry {
  if (type === 'vote')
    return { type, ...detail, once: tags(phone, detail), receipt: receipt!.toString('base64url') } as Entry;
  if (type !== 'decision') return { type, ...detail } as Entry;
  const vote = leaves.get(subject);
  if (!vote) throw new Error(`A decision is about vote ${subject}, which is not in the log.`);
  return { type, leaf: String(vote.leaf), ...detail } as Entry;
}

function remember(
  { leaves, counts }: Batch,
  { subject, receipt }: Waiting,
  entry: Entry,
  leaf: number,
): void {
  if (entry.type === 'vote') {
    const vote = {
      leaf,
      votes: Number(entry.votes),
      receipt: receipt!,
      standing: entry.state,
      decision: null,
    };
    leaves.set(subject, vote);
    if (vote.standing !== 'counted') addCount(counts, vote.standing, vote.votes);
  } else if (entry.type === 'decision') {
    const vote = leaves.get(subject)!;
    if (vote.standing !== 'counted') addCount(counts, vote.standing, -vote.votes);
    vote.standing = sayStanding(entry.state, entry.because);
    vote.decision = leaf;
    if (vote.standing !== 'counted') addCount(counts, vote.standing, vote.votes);
  }
}

export function sayStanding(state: string, because: string): string {
  if (state === 'voided') return `void:${because}`;
  return state === 'held' ? 'held:check' : 'counted';
}

/** The tag of a phone for a track and day. Without a phone, or for one that was erased, it is noise. */
type Tags = (phone: string | null, vote: Record<string, string>) => string;

async function openTags(
  { tokens }: Pick<Deps, 'tokens'>,
  tx: Tx,
  waiting: readonly Waiting[],
): Promise<Tags> {
  const phones = [...new Set(waiting.flatMap(({ phone }) => phone ?? []))];
  const digests = new Map(phones.map((phone) => [phone, digestTagged({ tokens }, phone)]));
  const secrets = await findSecrets(tx, [...digests.values()]);
  return (phone, { kind, track, day }) => {
    if (kind !== 'free') return '-';
    const secret = phone ? secrets.get(digests.get(phone)!)! : randomBytes(SECRET_BYTES);
    return writeTag(secret, track, day);
  };
}

export function writeTag(secret: Buffer, track: string, day: string): string {
  const tag = createHmac('sha256', secret).update(`${track}\n${day}`).digest();
  return tag.toString('base64url', 0, TAG_BYTES);
}

/** Those there are, and new ones for phones that vote for the first time. */
async function findSecrets(tx: Tx, digests: readonly string[]): Promise<Map<string, Buffer>> {
  const noise = randomBytes(SECRET_BYTES * digests.length).toString('hex');
  const fresh = digests.map((_, n) => noise.slice(2 * SECRET_BYTES * n, 2 * SECRET_BYTES * (n + 1)));
  await tx.execute(sql`
    INSERT INTO ledger_tags SELECT digest, decode(secret, 'hex')
    FROM unnest(${`{${digests.join(',')}}`}::text[], ${`{${fresh.join(',')}}`}::text[]) AS given (digest, secret)
    ON CONFLICT DO NOTHING`);
  const { rows } = await tx.execute<{ phone_digest: string; secret: Buffer }>(
    sql`SELECT * FROM ledger_tags WHERE phone_digest = ${anyText(digests)}`,
  );
  return new Map(rows.map(({ phone_digest, secret }) => [phone_digest, secret]));
}

/** The number itself is not kept a second time. */
export const digestTagged = ({ tokens }: Pick<Deps, 'tokens'>, phone: string): string =>
  tokens.digest('ledger-tag', phone);

/** Votes of earlier seals that are decided about now. */
async function findLeaves(tx: Tx, { leaves }: Batch, waiting: readonly Waiting[]): Promise<void> {
  const ids = waiting.flatMap(({ type, subject }) => (type === 'decision' ? subject : []));
  if (ids.length === 0) return;
  const rows = await tx
    .select()
    .from(ledgerLeaves)
    .where(sql`${ledgerLeaves.voteId} = ${anyInt(ids)}`);
  for (const { voteId, ...leaf } of rows) leaves.set(voteId, leaf);
}

export async function saveBatch({ clock }: Pick<Deps, 'clock'>, tx: Tx, batch: Batch): Promise<void> {
  const { first, entries, counts } = batch;
  if (entries.length === 0) return;
  const bundle = Buffer.from(writeBundle(entries));
  await tx.insert(ledgerBatches).values({ first, entries: entries.length, bundle, sealedAt: clock.now() });
  await tx
    .update(ledgerLog)
    .set({ size: first + entries.length })
    .where(eq(ledgerLog.one, true));
  await saveLeaves(tx, batch);
  await tx.execute(sql`
    INSERT INTO ledger_counts (name, count)
    SELECT * FROM unnest(${`{${[...counts.keys()].join(',')}}`}::text[], ${`{${[...counts.values()].join(',')}}`}::bigint[])
    ON CONFLICT (name) DO UPDATE SET count = ledger_counts.count + excluded.count`);
}

async function saveLeaves(tx: Tx, { leaves }: Batch): Promise<void> {
  const rows = [...leaves].map(([id, { leaf, votes, receipt, standing, decision }]) => ({
    vote_id: id,
    leaf,
    votes,
    receipt: `\\x${receipt.toString('hex')}`,
    standing,
    decision,
  }));
  if (rows.length === 0) return;
  await tx.execute(sql`
    INSERT INTO ledger_leaves
    SELECT * FROM json_to_recordset(${JSON.stringify(rows)}::json)
      AS row (vote_id integer, leaf bigint, votes integer, receipt bytea, standing varchar, decision bigint)
    ON CONFLICT (vote_id) DO UPDATE SET standing = excluded.standing, decision = excluded.decision`);
}
