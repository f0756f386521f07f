/**
 * For check-money: what the database shows is what the log gives when it is folded, and the log in the object store is
 * the one that was signed. Reads only; what it finds is a list of sentences.
 */
import { asc, sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { anyInt } from '#platform/db/any-of.ts';
import type { Tx } from '#platform/db/connect.ts';
import { CHECKS } from '#platform/signing.ts';
import { type Entry, readEntry } from './format-entry.ts';
import { readKey } from './format-note.ts';
import { readTilePath } from './format-tile.ts';
import { findLatest } from './queries.ts';
import { readEntries, readTile } from './queries-tiles.ts';
import { checkLog, LedgerProblem } from './rules-check.ts';
import { createFold, sortStandings } from './rules-fold.ts';
import { checkAudit } from './service-audit.ts';
import { ledgerLeaves, ledgerLog, ledgerOutbox } from './table.ts';

type CompareDeps = Pick<Deps, 'db' | 'contestRecords'>;

export async function checkLedger(deps: CompareDeps & Pick<Deps, 'storage' | 'campaign'>): Promise<string[]> {
  return [...(await compareWithLog(deps)), ...(await checkPublished(deps)), ...(await checkAudit(deps))];
}

/** The published files, read as a stranger would. */
async function checkPublished(deps: Pick<Deps, 'db' | 'storage' | 'campaign'>): Promise<string[]> {
  const latest = await findLatest(deps);
  const [log] = await deps.db.select().from(ledgerLog);
  if (!latest) return [];
  const read = async (path: string) => {
    const tile = readTilePath(path);
    return tile ? readTile(deps, tile) : new TextEncoder().encode(latest.note);
  };
  try {
    await checkLog(CHECKS, read, { key: readKey(CHECKS.hash, log.vkey)! });
    return [];
  } catch (error) {
    if (error instanceof LedgerProblem) return [`The ledger: ${error.message}`];
    throw error;
  }
}

/** At one moment: the entries in their places, what still waits for its place, and what the pages show. */
export async function compareWithLog({ db, contestRecords }: CompareDeps): Promise<string[]> {
  return db.transaction(
    async (tx) => {
      const fold = createFold();
      const [log] = await tx.select().from(ledgerLog);
      const size = log?.size ?? 0;
      for await (const entries of readEntries({ db: tx }, 0, size))
        for (const entry of entries) fold.add(readEntry(entry)!);
      for (const entry of await listWaiting(tx, size)) fold.add(entry);
      const ranked = await Promise.all(contestRecords.map((record) => record.listRanked?.(tx) ?? []));
      const totals = await Promise.all(contestRecords.map((record) => record.listTotals?.(tx) ?? []));
      return [...compareRanks(fold.rank(), ranked.flat()), ...compareTotals(fold, totals.flat())];
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

/** As it will be sealed, in the order it happened. */
async function listWaiting(tx: Tx, size: number): Promise<Entry[]> {
  const waiting = await tx.select().from(ledgerOutbox).orderBy(asc(ledgerOutbox.id));
  const decided = waiting.flatMap(({ type, subject }) => (type === 'decision' ? subject : []));
  const known = await tx
    .select()
    .from(ledgerLeaves)
    .where(sql`${ledgerLeaves.voteId} = ${anyInt(decided)}`);
  const leaves = new Map(known.map(({ voteId, leaf }) => [voteId, leaf]));
  return waiting.map(({ type, subject, detail }, index) => {
    if (type === 'vote') leaves.set(subject, size + index);
    return { type, ...detail, leaf: String(leaves.get(subject)) } as Entry;
  });
}

type Ranked = { track: number; votes: number; score: number };

function compareRanks(folded: readonly Ranked[], shown: readonly Ranked[]): string[] {
  const say = ({ track, votes, score }: Ranked) => `track ${track} with ${votes} votes and score ${score}`;
  const sorted = sortStandings(shown);
  for (let place = 0; place < Math.max(folded.length, sorted.length); place++) {
    const [log, page] = [folded[place], sorted[place]].map((standing) =>
      standing ? say(standing) : 'nobody',
    );
    if (log !== page) return [`By the ledger number ${place + 1} is ${log}; it is shown as ${page}.`];
  }
  return [];
}

const compareTotals = (
  fold: Pick<ReturnType<typeof createFold>, 'total'>,
  totals: readonly { track: number; votes: number }[],
): string[] =>
  totals.flatMap(({ track, votes }) =>
    fold.total(track) === votes
      ? []
      : `Submission ${track} shows ${votes} votes; by the ledger it has ${fold.total(track)}.`,
  );
