/** What a buyer may read about distribution. */

export const COPY = {
  paid: 'Distribution of this track is already paid.',
  paidBefore: 'Distribution of this track was already paid, so the whole amount goes back.',
} as const;
