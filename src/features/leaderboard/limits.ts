/** Numbers and choices that both sides know. */

export const PAGE_SIZE = 5;
/** What a search finds at most, best first: nobody reads on, and counting everything that holds an 'a' takes seconds. */
export const FOUND_MOST = 100;
