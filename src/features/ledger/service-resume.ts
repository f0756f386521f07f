/**
 * Goes on with the same log after the database was restored from a backup and lacks what was published since: takes the missing
 * entries from the published files, brings votes to what they say, says in the log what is lost, and lets the next seal add
 * the rest. All of it in one transaction, and none of it when anything does not verify.
 */
import { sql } from 'drizzle-orm';
import { recordAudit } from '#platform/audit.ts';
import { anyInt, anyText } from '#platform/db/any-of.ts';
import type { Tx } from '#platform/db/connect.ts';
import { sha256 } from '#platform/signing.ts';
import { fromUtf8, toBase64Url } from './format-bytes.ts';
import type { Entry } from './format-entry.ts';
import { writeBundle } from './format-tile.ts';
import { findLatest } from './queries.ts';
import type { ReadFile } from './rules-check.ts';
import { openLog, type SealDeps } from './service.ts';
import { keepSigned } from './service-key.ts';
import { type PublishedLog, readLog, readStored, type VoteInLog } from './service-published.ts';
import { dayIn } from './service-rules.ts';
import {
  AT_MOST,
  addCount,
  type Batch,
  digestTagged,
  place,
  saveBatch,
  writeTag,
} from './service-sequence.ts';
import { ledgerBatches, ledgerCheckpoints, ledgerLog, ledgerRules } from './table.ts';

export interface Resumed {
  /** What the database had, and what it has with the published entries. */
  from: number;
  to: number;
  /** Votes that were entered again, and those of them whose number is known. */
  restored: number;
  known: number;
  /** Votes that counted or waited, and are lost. */
  lost: number;
  /** Sealed documents nobody has any more. */
  rulesLost: number;
  /** Tracks that were erased since the backup, and came back with it. */
  erased: number[];
}

/** Null when the database lacks nothing. `copy`: files of the log besides those in the object store. */
export async function resumeLedger(deps: SealDeps, copy?: ReadFile): Promise<Resumed | null> {
  const signer = await openLog(deps);
  const [{ size: from }] = await deps.db.select().from(ledgerLog);
  const stored = readStored(deps);
  const read: ReadFile = async (path) => (await copy?.(path)) ?? stored(path);
  const log = await readLog(deps, signer, from, read);
  const latest = await findLatest(deps);
  if (log.size <= from && (latest?.size ?? 0) >= log.published.size) return null;
  await matchNumbers(deps, log, from);
  const documents = await readRules(log, read);
  const resumed = await deps.db.transaction((tx) => takeUp(deps, tx, from, log, documents));
  // A copy of the key that is older than what was published must not lead it astray.
  if (log.size === log.published.size) await keepSigned(deps.config.ledgerKeyFile, log.published);
  return resumed;
}

async function readRules(log: PublishedLog, read: ReadFile) {
  const documents: { digest: string; document: string }[] = [];
  for (const digest of log.rules) {
    const bytes = await read(`rules/${digest}`);
    const document = bytes && toBase64Url(sha256(bytes)) === digest ? fromUtf8(bytes) : null;
    if (document) documents.push({ digest, document });
  }
  return documents;
}

/**
 * A free vote carries a tag made of its number's secret, track and day. For every number this database knows the tag is made
 * again: who voted before the backup is found, and cannot vote a second time for the same day.
 */
async function matchNumbers(deps: SealDeps, { votes }: PublishedLog, from: number): Promise<void> {
  const phones = (await Promise.all(deps.contestRecords.map((record) => record.listVoters?.(deps.db) ?? [])))
    .flat()
    .map((phone) => ({ phone, digest: digestTagged(deps, phone) }));
  const { rows } = await deps.db.execute<{ phone_digest: string; secret: Buffer }>(
    sql`SELECT * FROM ledger_tags WHERE phone_digest = ${anyText(phones.map(({ digest }) => digest))}`,
  );
  const secrets = new Map(rows.map(({ phone_digest, secret }) => [phone_digest, secret]));
  const free = [...votes.values()].filter(
    ({ leaf, kind, state }) => leaf >= from && kind === 'free' && state === 'counted',
  );
  const tagged = new Map(free.map((vote) => [vote.once, vote]));
  const days = new Set(free.map(({ track, day }) => `${track} ${day}`));
  for (const { phone, digest } of phones) {
    const secret = secrets.get(digest);
    for (const [track, day] of secret ? [...days].map((one) => one.split(' ')) : []) {
      const vote = tagged.get(writeTag(secret!, track, day));
      if (vote) vote.phone = phone;
    }
  }
}

async function takeUp(
  deps: SealDeps,
  tx: Tx,
  from: number,
  log: PublishedLog,
  documents: readonly { digest: string; document: string }[],
): Promise<Resumed> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended('ledger', 0))`);
  await saveEntries(deps, tx, from, log);
  if (documents.length > 0)
    await tx
      .insert(ledgerRules)
      .values([...documents])
      .onConflictDoNothing();
  const batch: Batch = { first: log.size, entries: [], leaves: new Map(), counts: log.counts };
  const told = [...log.votes.values()].filter(({ last }) => last >= from);
  const { restored, lost } = await restoreVotes(deps, tx, log, told, batch);
  const day = dayIn(deps, deps.clock.now());
  const counts = { restored: restored.length, lost: lost.length };
  placeAndFold(log, batch, {
    type: 'resumed',
    day,
    from: String(from),
    to: String(log.size),
    restored: String(counts.restored),
    lost: String(counts.lost),
  });
  for (const vote of lost) placeAndFold(log, batch, sayLost(vote, log.counts));
  await tx.execute(sql`DELETE FROM ledger_counts`);
  await saveBatch(deps, tx, batch);
  await restateTracks(deps, tx, log);
  // The next seal says anew by which rules it goes and how everybody stands.
  const anew = { rulesDigest: null, auditSeal: null, talliedOn: null, finished: false, trouble: null };
  await tx.update(ledgerLog).set(anew);
  const known = restored.filter(({ phone }) => phone !== null).length;
  const rulesLost = log.rules.length - documents.length;
  const erased = await listBack(deps, tx, log.erased);
  const resumed = { from, to: log.size, ...counts, known, rulesLost, erased };
  const at = deps.clock.now();
  await recordAudit(tx, { at, actor: 'system', action: 'ledger.resume', detail: { ...resumed } });
  return resumed;
}

async function listBack(
  { contestRecords }: SealDeps,
  tx: Tx,
  erased: ReadonlySet<number>,
): Promise<number[]> {
  const here = await Promise.all(contestRecords.map((record) => record.listTotals?.(tx) ?? []));
  return here.flat().flatMap(({ track }) => (erased.has(track) ? track : []));
}

async function saveEntries({ clock }: SealDeps, tx: Tx, from: number, log: PublishedLog): Promise<void> {
  const sealedAt = clock.now();
  for (let at = 0; at < log.entries.length; at += AT_MOST) {
    const entries = log.entries.slice(at, at + AT_MOST);
    const bundle = Buffer.from(writeBundle(entries));
    await tx.insert(ledgerBatches).values({ first: from + at, entries: entries.length, bundle, sealedAt });
  }
  const { size, root } = log.published;
  const row = { size, root: Buffer.from(root), note: log.note, publishedAt: sealedAt };
  await tx.insert(ledgerCheckpoints).values(row).onConflictDoNothing();
}

function placeAndFold(log: PublishedLog, batch: Batch, entry: Entry): void {
  place(batch, entry);
  log.fold.add(entry);
}

function sayLost(vote: VoteInLog, counts: Map<string, number>): Entry {
  if (vote.standing !== 'counted') addCount(counts, vote.standing, -vote.votes);
  addCount(counts, 'void:lost', vote.votes);
  const [leaf, votes] = [String(vote.leaf), String(vote.votes)];
  return { type: 'decision', leaf, state: 'voided', votes, because: 'lost', by: 'rule' };
}

/** Votes the published entries are about. What the triggers say of them is in the log already. */
async function restoreVotes(
  deps: SealDeps,
  tx: Tx,
  log: PublishedLog,
  told: readonly VoteInLog[],
  batch: Batch,
): Promise<{ restored: VoteInLog[]; lost: VoteInLog[] }> {
  const receipts = sql`ARRAY(SELECT decode(r, 'hex') FROM unnest(${sql.param(told.map(({ receipt }) => Buffer.from(receipt, 'base64url').toString('hex')))}::text[]) r)`;
  const { rows } = await tx.execute<{ id: number; receipt: Buffer }>(sql`
    SELECT vote_id AS id, receipt FROM ledger_leaves WHERE receipt = ANY(${receipts})
    UNION SELECT subject, receipt FROM ledger_outbox WHERE type = 'vote' AND receipt = ANY(${receipts})`);
  const ids = new Map(rows.map(({ id, receipt }) => [receipt.toString('base64url'), id]));
  for (const vote of told) vote.id = ids.get(vote.receipt) ?? null;
  const missing = told.filter(({ id }) => id === null);
  for (const record of deps.contestRecords)
    for (const [leaf, id] of (await record.restoreVotes?.(tx, told, log.highestTrack)) ?? [])
      log.votes.get(leaf)!.id = id;
  for (const { id, leaf, votes, receipt, standing, decision } of told)
    if (id !== null)
      batch.leaves.set(id, { leaf, votes, receipt: Buffer.from(receipt, 'base64url'), standing, decision });
  await tx.execute(sql`SET CONSTRAINTS ALL IMMEDIATE`);
  await tx.execute(sql`
    DELETE FROM ledger_outbox WHERE type IN ('vote', 'decision') AND subject = ${anyInt([...batch.leaves.keys()])}`);
  const isGone = ({ id, state }: VoteInLog) => id === null && (state === 'counted' || state === 'held');
  return { restored: missing.filter(({ id }) => id !== null), lost: missing.filter(isGone) };
}

/** Tracks as they are here, wherever the log has them otherwise; the next seal says so. */
async function restateTracks({ contestRecords }: SealDeps, tx: Tx, { fold }: PublishedLog): Promise<void> {
  await tx.execute(sql`DELETE FROM ledger_outbox WHERE type IN ('entry', 'score', 'withdrawn')`);
  const ranked = (await Promise.all(contestRecords.map((record) => record.listRanked?.(tx) ?? []))).flat();
  const here = new Set(ranked.map(({ track }) => track));
  const logged = new Map(fold.rank().map(({ track, score }) => [track, score]));
  const gone = [...logged.keys()].filter((track) => !here.has(track));
  const fresh = ranked.filter(({ track }) => !logged.has(track));
  const scored = ranked.filter(({ track, score }) => logged.get(track) !== score);
  await tx.execute(sql`SELECT ledger_withdrawn(track) FROM unnest(${sql.param(gone)}::int[]) track`);
  await tx.execute(
    sql`SELECT ledger_entry(track) FROM unnest(${sql.param(fresh.map(({ track }) => track))}::int[]) track`,
  );
  await tx.execute(sql`
    SELECT ledger_score(track, score) FROM unnest(${sql.param(scored.map(({ track }) => track))}::int[],
      ${sql.param(scored.map(({ score }) => score))}::int[]) AS scored (track, score)`);
}
