/** Numbers and choices that both sides know. */

export const REFERRAL_VOTES = 5;
export const REFERRED_PEOPLE = 3;
export const COMMENT_MAX = 500;
export const PACKAGE_IDS = ['small', 'medium', 'large', 'boost', 'throne'] as const;
export const COMMENTS_PAGE = 50;
