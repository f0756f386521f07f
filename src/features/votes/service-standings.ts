/**
 * The campaign's end in the database: from then on the triggers keep the standings as they are (ADR 0013). Written at
 * each start from the campaign file; an end that moved into the future lets the standings move again.
 */
import { sql } from 'drizzle-orm';
import type { Campaign } from '#campaign/document.ts';
import { completeLimits } from '#campaign/fraud-limits.ts';
import type { Deps } from '#deps.ts';
import { submissions } from '#features/submissions/table.ts';
import type { ContestRecord } from '#ports/contest-record.ts';
import { PACKAGE_VOTES } from './rules-packages.ts';
import { fanStandings } from './table.ts';

export async function keepCampaignEnd({
  db,
  clock,
  campaign,
}: Pick<Deps, 'db' | 'clock' | 'campaign'>): Promise<void> {
  const endsAt = new Date(campaign.endsAt);
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute(
      sql`UPDATE campaign_end SET ends_at = ${endsAt} WHERE ends_at <> ${endsAt} RETURNING one`,
    );
    if (rows.length > 0 && clock.now() < endsAt) await tx.execute(sql`SELECT thaw_standings()`);
  });
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
});
