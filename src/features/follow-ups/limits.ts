/** Numbers and choices that both sides know. */

export const UPDATE_STATUSES = ['pending', 'contacted', 'scheduled', 'signed', 'rejected'] as const;
