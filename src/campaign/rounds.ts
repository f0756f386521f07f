/** Pure decisions about the campaign. */
import type { Campaign } from './document.ts';

export type Round = Campaign['rounds'][number];

export function currentRound(campaign: Campaign, now: Date): Round | null {
  const at = now.getTime();
  return (
    campaign.rounds.find((round) => Date.parse(round.startsAt) <= at && at < Date.parse(round.endsAt)) ?? null
  );
}
