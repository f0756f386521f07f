/**
 * The campaign's end in the database: from then on the triggers keep the standings as they are (ADR 0013). Written at
 * each start from the campaign file; an end that moved into the future lets the standings move again.
 */
import { sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';

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
