/** How long payments may take. */

/** How long an unfinished payment stays open, in minutes. */
export const ABANDONED_AFTER_MINUTES = { held: 30, other: 24 * 60 } as const;
