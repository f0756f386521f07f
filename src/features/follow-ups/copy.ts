/** Sentences that both sides say. */

export const UPDATE_TEXT = 'Update text is required';
