/** Numbers and choices that both sides know. */

export const TRACKS = 3;

/** A track in pieces of this many bytes: what a broken connection costs at most. */
export const PIECE_BYTES = 256 * 1024;
export const ALBUM_FILTERS = ['all', 'analyzed', 'pending', 'paid'] as const;
export const PAGE_SIZE = 25;
