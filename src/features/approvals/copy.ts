/** What staff read about requests for a second person. */
import type { DeedName } from './limits.ts';

export const COPY = {
  asked:
    'This cannot be undone, so a second person has to confirm it. It is asked for; once it is confirmed, do it again.',
  askedAlone:
    'This cannot be undone, and there is no second account to confirm it. In an hour, confirm it yourself with your second factor, then do it again.',
  waits: 'This still waits to be confirmed.',
  own: 'Somebody else has to confirm what you asked for.',
  newcomer: 'Your account is newer than this request. Somebody else has to confirm it.',
  early:
    'You asked for this less than an hour ago. With no second account, confirm it once the hour is over.',
  factor: 'Confirm with a code of your authenticator app, or with a passkey.',
  over: 'This request is no longer open.',
} as const;

const WORDS: Record<DeedName, string> = {
  'votes.decide': 'Decide about votes',
  'round.close': 'Close a round',
  'submissions.clear': 'Clear all submissions',
  'campaign.end': 'Move the end of the campaign',
};

export const sayDeed = (deed: DeedName): string => WORDS[deed];
