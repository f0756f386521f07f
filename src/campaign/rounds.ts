/** Pure decisions about the campaign. */
import type { Campaign } from './document.ts';

export type Round = Campaign['rounds'][number];

export function currentRound(campaign: Campaign, now: Date): Round | null {
  const at = now.getTime();
  return (
    campaign.rounds.find((round) => Date.parse(round.startsAt) <= at && at < Date.parse(round.endsAt)) ?? null
  );
}

const DAY_MS = 24 * 3600 * 1000;

/** When the voting page of a track analysed at this moment closes. */
export function votingEnd({ endsAt, votingDays }: Pick<Campaign, 'endsAt' | 'votingDays'>, from: Date): Date {
  return new Date(Math.min(from.getTime() + votingDays * DAY_MS, Date.parse(endsAt)));
}

/** June 3, 2027 */
export function sayDate(date: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone }).format(date);
}
