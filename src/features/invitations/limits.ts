/** Numbers and choices that both sides know. */

export const MOST_PHONES = 3;
export const INVITED_SORTS = ['date', 'status'] as const;
