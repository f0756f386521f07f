/** What staff read about requests for a second person. */
import type { DeedName } from './limits.ts';

export const COPY = {
  asked:
    'This cannot be undone, so a second person has to confirm it. It is asked for; once it is confirmed, do it again.',
  askedAlone:
    'This cannot be undone, and there is no second account to confirm it. In an hour, confirm it yourself with your second factor, then do it again.',
  meanwhile:
    'These are more votes than one person decides within an hour. Do it again, and a second person is asked.',
  waits: 'This still waits to be confirmed.',
  own: 'Somebody else has to confirm what you asked for.',
  newcomer: 'Your account is newer than this request. Somebody else has to confirm it.',
  early:
    'You asked for this less than an hour ago. With no second account, confirm it once the hour is over.',
  factor: 'Confirm with a code of your authenticator app, or with a passkey.',
  noPasskey: 'You have added none. Use a code of your authenticator app.',
  over: 'This request is no longer open.',
} as const;

const WORDS: Record<DeedName, string> = {
  'votes.decide': 'Decide about votes',
  'round.close': 'Close a round',
  'submissions.clear': 'Clear all submissions',
  'campaign.end': 'Move the end of the campaign',
};

const sayTime = (iso: unknown): string =>
  new Date(String(iso)).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' });

/** 'Void all held votes with track 12, network 10.0.0.0/24. Reason: …' */
function sayVotes({ decision, reason, filter }: Record<string, unknown>): string {
  const { submissionId, because, proof, ...rest } = (filter ?? {}) as Record<string, unknown>;
  const alike = [
    submissionId && `track ${submissionId}`,
    because && `held because of: ${because}`,
    proof && (proof === 'proven' ? 'numbers proven' : 'numbers not proven'),
    ...Object.entries(rest).map(([name, value]) => value && `${name} ${value}`),
  ].filter(Boolean);
  const which = alike.length > 0 ? ` of ${alike.join(', ')}` : '';
  return `${decision === 'void' ? 'Void' : 'Count'} all held votes${which}. Reason: ${reason}`;
}

/** What was asked for, in a sentence. */
const FACTS: Record<DeedName, (detail: Record<string, unknown>) => string> = {
  'votes.decide': sayVotes,
  'round.close': ({ round }) => `${sayRound(String(round))} ends now, and its places are final.`,
  'submissions.clear': ({ count }) =>
    `${count === 'all' ? 'All' : Number(count).toLocaleString('en')} submissions leave every list. They can be restored for 30 days.`,
  'campaign.end': ({ from, to }) => `From ${sayTime(from)} to ${sayTime(to)}.`,
};

const sayRound = (id: string): string => id.charAt(0).toUpperCase() + id.slice(1).replaceAll('-', ' ');

export const sayFacts = (deed: DeedName, detail: Record<string, unknown>): string => FACTS[deed](detail);

export const sayDeed = (deed: DeedName): string => WORDS[deed];
