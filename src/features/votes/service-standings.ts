/**
 * The campaign's end in the database: from then on the triggers keep the standings as they are (ADR 0013). Written at
 * each start from the campaign file; an end that moved into the future lets the standings move again. Where two persons
 * are asked for, the file asks and an owner confirms: until the start after that the end stays where it was.
 */
import { sql } from 'drizzle-orm';
import type { Campaign } from '#campaign/document.ts';
import { completeLimits } from '#campaign/fraud-limits.ts';
import type { Deps } from '#deps.ts';
import { type Approved, askSecond, type Deed, findApproved } from '#features/approvals/service.ts';
import { submissions } from '#features/submissions/table.ts';
import type { ContestRecord } from '#ports/contest-record.ts';
import { PACKAGE_VOTES } from './rules-packages.ts';
import { listVoters, restoreVotes } from './service-restored.ts';
import { fanStandings } from './table.ts';

type EndDeps = Pick<Deps, 'db' | 'clock' | 'campaign' | 'config' | 'log'>;

export async function keepCampaignEnd(deps: EndDeps): Promise<void> {
  const { db, clock, campaign } = deps;
  const { rows } = await db.execute<{ before: string | null }>(
    sql`SELECT CASE WHEN isfinite(ends_at) THEN (extract(epoch FROM ends_at) * 1000)::bigint END AS before FROM campaign_end`,
  );
  const before = rows[0].before === null ? null : new Date(Number(rows[0].before));
  const approved = await approveEnd(deps, before);
  // Everything in this process goes by the end that holds.
  if (!approved && before) campaign.endsAt = before.toISOString();
  const endsAt = new Date(campaign.endsAt);
  await db.transaction(async (tx) => {
    const moved = await tx.execute(
      sql`UPDATE campaign_end SET ends_at = ${endsAt} WHERE ends_at <> ${endsAt} RETURNING one`,
    );
    if (moved.rows.length === 0) return;
    await approved?.spend(tx);
    if (clock.now() < endsAt) await tx.execute(sql`SELECT thaw_standings()`);
  });
}

const FIRST: Approved = { detail: {}, spend: async () => {} };

/** Null while the change waits for an owner. The first end of a site is nobody's to confirm. */
async function approveEnd(deps: EndDeps, before: Date | null): Promise<Approved | null> {
  const to = new Date(deps.campaign.endsAt);
  if (!deps.config.staffTwoPersons || !before || before.getTime() === to.getTime()) return FIRST;
  const detail = { from: before.toISOString(), to: to.toISOString() };
  const deed: Deed = { name: 'campaign.end', role: 'owner', detail, actor: null };
  const approved = await findApproved(deps, deed);
  if (approved) return approved;
  await askSecond(deps, deed);
  deps.log.warn(detail, 'the end of the campaign stays until an owner confirms the new one');
  return null;
}

/** What the public ledger is told of votes: the limits they are held by, and the ranking they make. */
export const voteRecord = ({ votes }: Campaign): ContestRecord => ({
  rules: { fraudLimits: completeLimits(votes.fraud), packageVotes: PACKAGE_VOTES },
  listRanked: (reader) =>
    reader
      .select({ track: fanStandings.submissionId, votes: fanStandings.votes, score: fanStandings.score })
      .from(fanStandings),
  listTotals: (reader) =>
    reader.select({ track: submissions.id, votes: submissions.voteCount }).from(submissions),
  listVoters,
  restoreVotes,
});
