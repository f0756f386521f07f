/** Numbers and choices that both sides know. */

export const ORDER_SORTS = ['due', 'placed'] as const;
