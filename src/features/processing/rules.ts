/** Pure decisions about processing runs: how many tracks may be under way, what the buttons answer. */

/** Seconds between tracks when everything pending is processed. */
export const ALL_GAP_SECONDS = 10;
/** Without a gap so many tracks of a run are in the analysis line at once: a pause stops all others. */
const WINDOW = 4;
/** Seconds until a run without a gap looks again. */
const LOOK_AGAIN_SECONDS = 1;

/** How many tracks to send now, and when to look again. */
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
