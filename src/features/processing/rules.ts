/** Batches: how many tracks are sent at a time, and what the buttons answer. */

/** Seconds between two tracks when everything pending is processed. */
export const ALL_GAP_SECONDS = 10;
/** Tracks of a batch without a gap that are in the queue at once: few, so that a pause stops the rest. */
const WINDOW = 4;
/** Seconds until the next step of a batch without a gap. */
const LOOK_AGAIN_SECONDS = 1;

/** How many tracks to send now, and when the next step comes. */
export function planStep(gapSeconds: number, underWay: number): { send: number; againInSeconds: number } {
  if (gapSeconds > 0) return { send: 1, againInSeconds: gapSeconds };
  return { send: Math.max(0, WINDOW - underWay), againInSeconds: LOOK_AGAIN_SECONDS };
}

const tracks = (count: number) => `${count} track${count === 1 ? '' : 's'}`;

export const BATCH_COPY = {
  started: (count: number) => `Processing started for ${tracks(count)}.`,
  apart: (count: number) => `Processing started for ${tracks(count)}, ${ALL_GAP_SECONDS} seconds apart.`,
  nothing: 'No tracks are waiting to be processed.',
  running: (count: number) => `Processing is already running: ${tracks(count)} left.`,
} as const;
