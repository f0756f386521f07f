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

/** How much of a part a machine made. Artists state it; nothing guesses it. */
export const AI_USES = ['none', 'partly', 'wholly'] as const;
export type AiUse = (typeof AI_USES)[number];
export const AI_PARTS = ['vocals', 'music', 'words', 'artwork'] as const;
export type AiPart = (typeof AI_PARTS)[number];
/** Those that a recording has by itself; a cover comes with the release. */
export const RECORDED_PARTS = ['vocals', 'music', 'words'] as const satisfies readonly AiPart[];
