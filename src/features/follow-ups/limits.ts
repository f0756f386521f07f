/** Numbers and choices that both sides know. */

export const UPDATE_STATUSES = ['pending', 'contacted', 'scheduled', 'signed', 'rejected'] as const;

/** How long a message waits to be recalled before it goes. */
export const RECALL_SECONDS = 600;
