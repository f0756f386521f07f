/** What is promised about orders. */

/** Days until a person should have delivered. */
export const ORDER_DUE_DAYS = { tour: 14, entry: 14, distribution: 7, release: 14 } as const;
