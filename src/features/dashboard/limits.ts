/** Numbers and choices that both sides know. */

export const SORTS = ['date', 'id', 'artist', 'track', 'score'] as const;
export const STATUSES = ['all', 'analyzed', 'pending', 'failed', 'hidden', 'held'] as const;
export const DECISION_FILTERS = ['any', 'open', 'shortlist', 'pass', 'contact', 'sign'] as const;
export const PAGE_ROWS = 100;
