/** Numbers both sides know. */
export const MOST_BIO = 600;
export const MOST_LINKS = 6;
export const MOST_LINK = 200;
/** Tracks and albums a page shows, the newest of each. */
export const MOST_SHOWN = 60;
/** What staff may take off a page. */
export const CLEARABLE = ['bio', 'links'] as const;
/** Artists one person may follow. */
export const MOST_FOLLOWED = 500;
