/**
 * Leaves the sealer writes of its own accord: the rules when they change, with the end of the audit trail once a day, a tally
 * a day, and the final standing.
 */
import { eq } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { chainAudit } from '#platform/audit.ts';
import type { Tx } from '#platform/db/connect.ts';
import { sha256 } from '#platform/signing.ts';
import { toBase64Url, toUtf8 } from './format-bytes.ts';
import { digestStandings, type Entry } from './format-entry.ts';
import { sortStandings } from './rules-fold.ts';
import { type AuditSeal, type LogRow, ledgerLog, ledgerRules } from './table.ts';

export type RecordDeps = Pick<Deps, 'clock' | 'campaign' | 'contestRecords'>;

/** What the contest is decided by, to the letter, and what staff had done by then: the hash of these words is sealed. */
export function writeRules({ campaign, contestRecords }: RecordDeps, seal: AuditSeal): string {
  const { id, timeZone, startsAt, endsAt, rounds, places, votingDays, prices, holdCopies, countries } =
    campaign;
  const decided = Object.assign({}, ...contestRecords.map(({ rules }) => rules));
  const rules = { id, timeZone, startsAt, endsAt, rounds, places, votingDays, prices, holdCopies, countries };
  // Named one by one: the database hands them out in an order of its own.
  const audit = { day: seal.day, entries: seal.entries, head: seal.head };
  return `${JSON.stringify({ ...rules, ...decided, audit }, null, 2)}\n`;
}

/** Null when they are still those that were sealed last. */
export async function composeRules(deps: RecordDeps, tx: Tx, log: LogRow): Promise<Entry | null> {
  const auditSeal = await composeAuditSeal(deps, tx, log);
  const document = writeRules(deps, auditSeal);
  const digest = toBase64Url(sha256(toUtf8(document)));
  if (digest === log.rulesDigest) return null;
  await tx.insert(ledgerRules).values({ digest, document }).onConflictDoNothing();
  await tx.update(ledgerLog).set({ rulesDigest: digest, auditSeal }).where(eq(ledgerLog.one, true));
  return { type: 'rules', hash: digest, ends: dayIn(deps, new Date(deps.campaign.endsAt)) };
}

/** That of the day, and on a day on which staff did nothing that of an earlier one: the log grows by what happened. */
async function composeAuditSeal(deps: RecordDeps, tx: Tx, { auditSeal }: LogRow): Promise<AuditSeal> {
  const head = await chainAudit(tx);
  const day = dayIn(deps, deps.clock.now());
  const isDue = !auditSeal || (auditSeal.day !== day && auditSeal.entries !== head.entries);
  return isDue ? { day, ...head } : auditSeal;
}

/**
 * What the database shows at this moment, for everybody to compare with what the log gives: once a day, and after the end
 * with every seal, so that the last entry is the final standing.
 */
export async function composeStandings(
  deps: RecordDeps,
  tx: Tx,
  log: LogRow,
  isGrowing: boolean,
): Promise<Entry | null> {
  const now = deps.clock.now();
  const day = dayIn(deps, now);
  const isOver = now >= new Date(deps.campaign.endsAt);
  const isDue = isOver ? isGrowing || !log.finished : isGrowing && log.talliedOn !== day;
  if (!isDue) return null;
  await tx.update(ledgerLog).set({ talliedOn: day, finished: isOver }).where(eq(ledgerLog.one, true));
  const ranked = await Promise.all(deps.contestRecords.map((record) => record.listRanked?.(tx) ?? []));
  const standings = sortStandings(ranked.flat());
  return {
    type: isOver ? 'final' : 'tally',
    day,
    tracks: String(standings.length),
    votes: String(standings.reduce((sum, { votes }) => sum + votes, 0)),
    standings: digestStandings(sha256, standings),
  };
}

/** In Canada a date is written as in ISO 8601. */
export function dayIn({ campaign: { timeZone } }: Pick<Deps, 'campaign'>, at: Date): string {
  const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  return new Intl.DateTimeFormat('en-CA', { ...parts, timeZone }).format(at);
}
