/** Pure decisions about votes: when a page takes them, what is said when it does not, and what a comment may be. */
import type { Campaign } from '#campaign/document.ts';
import { sayDate, votingEnd } from '#campaign/rounds.ts';
import { COPY } from './copy.ts';
import { COMMENT_MAX } from './limits.ts';

/** What the main vote page sends in place of a person. It is nobody: no name is shown, no message sent, no limit met. */
export const PLACEHOLDER_VOTER = { name: 'Winners Circle supporter', phone: '0000000000' } as const;
export const isPlaceholder = (name: string, phone: string) =>
  name.trim() === PLACEHOLDER_VOTER.name && phone.replace(/\D/g, '') === PLACEHOLDER_VOTER.phone;

/** What is shown instead of a voter who gave no name. */
export const SUPPORTER = 'A supporter';

/** What stands in for an erased number where one person counts once. */
export const markErased = (digest: string) => `#${digest.slice(0, 19)}`;

/** What stands in for the code of a vote that came back from the public ledger, which knows only the code's hash. */
export const markRestored = (receipt: string) => `#${receipt.slice(0, 25)}`;

export const commentRequired = ({ celebrity, label }: Pick<Campaign, 'celebrity' | 'label'>) =>
  `Please tell us why this artist deserves to be signed by ${celebrity} and ${label}.`;

export interface VotingFacts {
  state: 'queued' | 'running' | 'done' | 'failed';
  analyzedAt: Date | null;
  createdAt: Date;
  distributionPaid: boolean;
}

type VotingCampaign = Pick<Campaign, 'startsAt' | 'endsAt' | 'votingDays' | 'timeZone'>;

const DAY_MS = 24 * 3600 * 1000;

/** When this page stops taking votes; null before the track was analysed. */
export function closingDate(campaign: VotingCampaign, track: VotingFacts): Date | null {
  if (track.distributionPaid) return new Date(campaign.endsAt);
  // Analysed again, it is queued once more: that does not open a page which was closed.
  const analysedAt = track.analyzedAt ?? (track.state === 'done' ? track.createdAt : null);
  return analysedAt && votingEnd(campaign, analysedAt);
}

/** An ordinary page analysed at this moment or before is closed now. */
export const closesBefore = ({ votingDays }: Pick<Campaign, 'votingDays'>, now: Date): Date =>
  new Date(now.getTime() - votingDays * DAY_MS);

export const isCampaignOn = ({ startsAt, endsAt }: Pick<Campaign, 'startsAt' | 'endsAt'>, now: Date) =>
  now >= new Date(startsAt) && now < new Date(endsAt);

/** The standings are final. */
export const isOver = ({ endsAt }: Pick<Campaign, 'endsAt'>, now: Date) => now >= new Date(endsAt);

export type Closed = {
  reason: 'not_started' | 'campaign_over' | 'page_closed' | 'not_analyzed';
  message: string;
};

/** Why a vote at this moment is refused; null when it is taken. */
export function refuseVote(campaign: VotingCampaign, track: VotingFacts, now: Date): Closed | null {
  const say = (date: Date) => sayDate(date, campaign.timeZone);
  if (now < new Date(campaign.startsAt))
    return { reason: 'not_started', message: `Voting opens on ${say(new Date(campaign.startsAt))}.` };
  if (isOver(campaign, now))
    return {
      reason: 'campaign_over',
      message: `The campaign ended on ${say(new Date(campaign.endsAt))}: no more votes are taken and the standings are final.`,
    };
  if (track.state === 'failed' && !track.analyzedAt)
    return {
      reason: 'not_analyzed',
      message: 'This track could not be analysed yet. Voting opens once it has been.',
    };
  const closes = closingDate(campaign, track);
  if (closes && now >= closes)
    return {
      reason: 'page_closed',
      message: `Voting for this track closed on ${say(closes)}. Distribution keeps a voting page open until the campaign ends.`,
    };
  return null;
}

/** Making one takes longer than the rest of a vote's own work, and each vote asks for three days. */
const dayFormats = new Map<string, Intl.DateTimeFormat>();

/** The calendar day in the campaign's zone, as 2027-06-03. */
export function dayOf(date: Date, timeZone: string): string {
  let format = dayFormats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', {
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      timeZone,
    });
    dayFormats.set(timeZone, format);
  }
  return format.format(date);
}

/** The comment as it is stored, or what is wrong with it. Only the throne has one. */
export function readComment(
  campaign: Pick<Campaign, 'celebrity' | 'label'>,
  isThrone: boolean,
  comment: string | null | undefined,
): { comment: string | null } | { refused: string } {
  if (!isThrone) return { comment: null };
  const text = (comment ?? '').trim();
  if (!text) return { refused: commentRequired(campaign) };
  if (text.length > COMMENT_MAX) return { refused: COPY.commentLong };
  return { comment: text };
}

export interface Place {
  votes: number;
  score: number;
  enteredAt: number;
  id: number;
}

/** Votes, then score, then earlier first. Negative: `a` stands before `b`. */
export function comparePlaces(a: Place, b: Place): number {
  return b.votes - a.votes || b.score - a.score || a.enteredAt - b.enteredAt || a.id - b.id;
}

/** How many more votes make this the first; 0 when it is. */
export function votesToFirst(own: Place, leader: Place | null): number {
  if (!leader || comparePlaces(own, leader) <= 0) return 0;
  const level = { ...own, votes: leader.votes };
  return leader.votes - own.votes + (comparePlaces(level, leader) < 0 ? 0 : 1);
}
