/** Numbers and choices that both sides know. */

export const TEXTS_PAGE = 200;
