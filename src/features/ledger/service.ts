/**
 * Seals: gives entries their place, writes tiles, signs the checkpoint, asks witnesses, publishes. Each step can be
 * repeated with the same outcome, so a sealer killed anywhere is carried on by the next. Before it adds anything it
 * compares its own tree with what was published, with what its key signed and with what witnesses saw: a database that is
 * behind or different serves what it has and signs nothing.
 */
import { eq } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { sql } from '#platform/db/connect.ts';
import { sameBytes } from './format-bytes.ts';
import {
  type Checkpoint,
  readCheckpoint,
  readNote,
  signText,
  writeCheckpoint,
  writeKey,
  writeNote,
} from './format-note.ts';
import { findLatest, listCosigners } from './queries.ts';
import { readPublished } from './queries-tiles.ts';
import { keepSigned, makeKeyFile, readSigned, readSigner, type Signer } from './service-key.ts';
import { AT_MOST, sequenceEntries } from './service-sequence.ts';
import { keepPublished, readRoot, type TileDeps, writeTiles } from './service-tiles.ts';
import { collectCosignatures, compareWithWitnesses, HistoryError } from './service-witnesses.ts';
import { type CheckpointRow, ledgerCheckpoints, ledgerLog } from './table.ts';

export type SealDeps = Pick<
  Deps,
  'config' | 'campaign' | 'clock' | 'db' | 'log' | 'tokens' | 'storage' | 'site' | 'contestRecords'
>;

export interface Sealed {
  /** Entries published by this run. */
  added: number;
  /** Why nothing was signed. */
  trouble: string | null;
}

interface SealOptions {
  /** Entries a step: a backlog is published in as many as it takes. */
  atMost?: number;
  /** Ends it between two steps. */
  signal?: AbortSignal;
}

/** Null when another sealer is at it. */
export async function sealLedger(
  deps: SealDeps,
  { atMost = AT_MOST, signal }: SealOptions = {},
): Promise<Sealed | null> {
  let added = 0;
  for (;;) {
    const step = await sealStep(deps, atMost);
    if (!step) return added > 0 ? { added, trouble: null } : null;
    added += step.added;
    if (step.added < atMost || step.trouble || signal?.aborted) return { added, trouble: step.trouble };
  }
}

/** Held by a transaction that does nothing else, so that a killed process lets go of the lock at once. */
function sealStep(deps: SealDeps, atMost: number): Promise<Sealed | null> {
  return deps.db.transaction(async (lock) => {
    // It idles while tiles are written and witnesses asked: the limit for those who forget to commit is not for it.
    const { rows } = await lock.execute<{ held: boolean }>(sql`
      SELECT pg_try_advisory_xact_lock(hashtextextended('ledger', 0)) AS held,
        set_config('idle_in_transaction_session_timeout', '5min', true)`);
    return rows[0].held ? sealAlone(deps, atMost) : null;
  });
}

function sealAlone(deps: SealDeps, atMost: number): Promise<Sealed> {
  return guardHistory(deps, async () => {
    const signer = await openLog(deps);
    await compareWithRecords(deps, signer);
    const added = await publishSigned(deps, signer);
    await compareWithWitnesses(deps, signer.key, (size, root) => isOurs(deps, size, root));
    await sequenceEntries(deps, atMost);
    return added + (await publish(deps, signer, { atMost }));
  });
}

/** At each start, before anything is sealed: says at once when this database is not the one that was published. */
export async function inspectHistory(deps: SealDeps): Promise<void> {
  const [known] = await deps.db.select().from(ledgerLog);
  if (known)
    await guardHistory(deps, async () => compareWithRecords(deps, await openLog(deps)).then(() => 0));
}

async function guardHistory(deps: SealDeps, work: () => Promise<number>): Promise<Sealed> {
  try {
    const sealed = { added: await work(), trouble: null };
    await setTrouble(deps, null);
    return sealed;
  } catch (error) {
    if (!(error instanceof HistoryError)) throw error;
    deps.log.error({ reason: error.message }, 'the ledger signs nothing');
    await setTrouble(deps, error.message);
    return { added: 0, trouble: error.message };
  }
}

async function setTrouble({ db }: Pick<Deps, 'db'>, trouble: string | null): Promise<void> {
  await db.update(ledgerLog).set({ trouble }).where(sql`${ledgerLog.trouble} IS DISTINCT FROM ${trouble}`);
}

/** The key of this log. It is made with the log, once; a database that has one takes no other. */
export async function openLog({ config, db, site, campaign }: SealDeps): Promise<Signer> {
  const [known] = await db.select().from(ledgerLog);
  const held = await readSigner(config.ledgerKeyFile);
  if (!held && known) throw new HistoryError('The key of this log is not on this machine.');
  const { host } = new URL(config.publicUrl ?? site.url);
  const signer = held ?? (await makeKeyFile(config.ledgerKeyFile, `${host}/ledger/${campaign.id}`));
  const vkey = writeKey(signer.key);
  if (!known) await db.insert(ledgerLog).values({ vkey }).onConflictDoNothing();
  const [log] = await db.select().from(ledgerLog);
  if (log.vkey !== vkey) throw new HistoryError('The key on this machine is of another log.');
  return signer;
}

/** Whether what we published is, or begins with, a tree of this size with this root. */
async function isOurs(deps: TileDeps, size: number, root: Uint8Array): Promise<boolean> {
  const [row] = await deps.db.select().from(ledgerCheckpoints).where(eq(ledgerCheckpoints.size, size));
  if (row) return sameBytes(row.root, root);
  // After a resume not every checkpoint is known that somebody may have seen.
  const latest = await findLatest(deps);
  return latest !== null && size < latest.size && sameBytes(await readRoot(deps, size, latest.size), root);
}

/** What stands outside the database: the published note in the object store, and what the key signed last. */
async function compareWithRecords(deps: SealDeps, { key }: Signer): Promise<void> {
  const text = await readPublished(deps);
  const published = text === null ? null : readCheckpoint(readNote(text)?.text ?? '');
  if (published?.origin === key.name && !(await isOurs(deps, published.size, published.root)))
    throw new HistoryError(
      `${published.size} entries were published that are not in this database: it is behind, or different.`,
    );
  const signed = await readSigned(deps.config.ledgerKeyFile);
  const [log] = await deps.db.select().from(ledgerLog);
  const latest = await findLatest(deps);
  const isUnfinished = signed !== null && signed.size > (latest?.size ?? 0) && signed.size <= log.size;
  if (signed && !isUnfinished && !(await isOurs(deps, signed.size, signed.root)))
    throw new HistoryError(
      `The key signed ${signed.size} entries that are not in this database: it is behind, or different.`,
    );
}

/** A checkpoint that was signed and not published is finished first, and no other of its size is ever made. */
async function publishSigned(deps: SealDeps, signer: Signer): Promise<number> {
  const signed = await readSigned(deps.config.ledgerKeyFile);
  const latest = await findLatest(deps);
  return signed && signed.size > (latest?.size ?? 0) ? publish(deps, signer, { signed }) : 0;
}

/** Tiles, then the signature, then witnesses, then the note. Returns how many entries are new. */
async function publish(
  deps: SealDeps,
  { key, sign }: Signer,
  { signed, atMost = 0 }: { signed?: Checkpoint; atMost?: number },
): Promise<number> {
  const [log] = await deps.db.select().from(ledgerLog);
  const latest = await findLatest(deps);
  const before = { size: latest?.size ?? 0, root: latest?.root ?? new Uint8Array() };
  const size = signed?.size ?? Math.min(log.size, before.size + atMost);
  if (size === before.size) {
    await restorePublished(deps, latest);
    return 0;
  }
  const checkpoint = { origin: key.name, size, root: await writeTiles(deps, before, size) };
  if (signed && !sameBytes(signed.root, checkpoint.root))
    throw new HistoryError(`The key signed another tree of ${size} entries than this database has.`);
  await keepSigned(deps.config.ledgerKeyFile, checkpoint);
  const text = writeCheckpoint(checkpoint);
  const note = { text, signatures: [signText(key, sign, text)] };
  const cosigned = writeNote(await collectCosignatures(deps, note, { before: before.size, size }));
  const { quorum } = deps.campaign.ledger;
  if ((await listCosigners(deps, cosigned)).length < quorum) {
    deps.log.warn({ size, quorum }, 'not enough witnesses cosigned: the checkpoint waits');
    return 0;
  }
  const root = Buffer.from(checkpoint.root);
  const row = { size, root, note: cosigned, publishedAt: deps.clock.now() };
  await deps.db.insert(ledgerCheckpoints).values(row).onConflictDoNothing();
  await keepPublished(deps, cosigned);
  return size - before.size;
}

/** The copy in the object store, for a sealer that died before it wrote it. */
async function restorePublished(deps: SealDeps, latest: CheckpointRow | null): Promise<void> {
  if (latest && (await readPublished(deps)) !== latest.note) await keepPublished(deps, latest.note);
}
