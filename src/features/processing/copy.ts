/** Sentences that both sides say. */

export const URL_MISSING = 'Please enter an R2 URL';
