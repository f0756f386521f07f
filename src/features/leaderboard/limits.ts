/** Numbers and choices that both sides know. */

export const PAGE_SIZE = 5;
