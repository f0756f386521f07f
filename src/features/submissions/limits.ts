/** Numbers and choices that both sides know. */

/** From one network address. */
export const UPLOADS_AN_HOUR = 30;

/** Those the leaderboard has a chip for. */
export const GENRE_CHIPS = ['Hip Hop', 'R&B', 'Pop', 'Dancehall'] as const;

/** The only genres there are: these, and everything else. */
export const GENRES = [...GENRE_CHIPS, 'Other'] as const;

export const VERSION_STATES = ['waiting', 'current', 'past', 'failed'] as const;
/** Recordings one track may have had, failed ones included. */
export const MOST_VERSIONS = 20;
