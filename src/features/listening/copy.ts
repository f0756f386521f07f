/** Words of the listening room that both sides say. */
import type { Decision } from './limits.ts';

export const DECISION_WORDS: Record<Decision, string> = {
  shortlist: 'Shortlist',
  pass: 'Pass',
  contact: 'Contact',
  sign: 'Sign',
};

/** What a decided track is called. */
export const DECIDED_WORDS: Record<Decision, string> = {
  shortlist: 'Shortlisted',
  pass: 'Passed',
  contact: 'To contact',
  sign: 'To sign',
};
