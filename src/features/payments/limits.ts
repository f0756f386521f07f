/** Numbers and choices that both sides know. */

export const PAYMENT_SORTS = ['date', 'amount'] as const;
