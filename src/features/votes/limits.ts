/** Numbers and choices that both sides know. */

export const REFERRAL_VOTES = 5;
export const REFERRED_PEOPLE = 3;
export const COMMENT_MAX = 500;
/** What fits on a strip of tape. */
export const NAME_MAX = 60;
export const PACKAGE_IDS = ['small', 'medium', 'large', 'boost', 'throne'] as const;
export const COMMENTS_PAGE = 50;

/** Why a vote is held. */
export const HOLD_CAUSES = [
  'device',
  'network',
  'rush',
  'sequential',
  'made-up',
  'rented',
  'unassigned',
  'program',
] as const;
export type HoldCause = (typeof HOLD_CAUSES)[number];
