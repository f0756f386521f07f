/** Numbers and choices that both sides know. */

/** Digits of a one-time code. */
export const CODE_DIGITS = 6;
