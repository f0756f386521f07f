/** Numbers both sides know. */

/** Duels in one sitting. */
export const SITTING = 10;
/** Answers of one visitor a day. */
export const ANSWERS_A_DAY = 100;
/** Of each hook, before a choice counts, s. */
export const LEAST_HEARD = 6;
/** Seconds of each hook that are put up. */
export const HOOK_SECONDS = 12;
/** Decided duels before a track has a place in the ranking. */
export const LEAST_DUELS = 5;
export const SIDES = ['a', 'b'] as const;
