/** Numbers and choices that both sides know. */

export const DECISIONS = ['shortlist', 'pass', 'contact', 'sign'] as const;
export type Decision = (typeof DECISIONS)[number];

export const RATING = { least: 1, most: 10 } as const;
/** Ratings as far apart as this are a disagreement. */
export const DISAGREE_FROM = 4;
/** Tracks of the queue that are sent at a time. */
export const QUEUE_SENT = 12;
/** Counting stops here: more than this is 'many' to anybody. */
export const MOST_COUNTED = 10_000;
/** Seconds of sound after which a track counts as heard. */
export const HEARD_AFTER_SECONDS = 10;
export const NOTE_LENGTH = 5000;
