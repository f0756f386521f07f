/** How the processing page moves: small even steps, never past what the server has finished. */
import type { Progress, Status } from './contract-status.ts';

export const STEP_MS = 250;
export const POLL_MS = 2000;
/** Percent a bar gains in one step. */
export const STEP_SIZES: Progress = { listening: 5, analyzing: 3, report: 8 };
/** Below this many seconds left the page asks the visitor to stay. */
export const ALMOST_SECONDS = 30;
/** Seconds per percent of the average, until the server knows better. */
const SECONDS_PER_PERCENT = 0.6;

export const NO_PROGRESS: Progress = { listening: 0, analyzing: 0, report: 0 };
const ORDER = ['listening', 'analyzing', 'report'] as const;

/** The bars one step later. A bar starts when the one before it is full; none passes `done`, the server's word. */
export function stepBars(shown: Progress, done: Progress): Progress {
  const next = { ...shown };
  for (const bar of ORDER) {
    // A retry starts over: what is shown goes back with it.
    if (shown[bar] > done[bar]) next[bar] = done[bar];
  }
  const moving = ORDER.find((bar) => next[bar] < 100);
  if (moving) next[moving] = Math.min(100, done[moving], next[moving] + STEP_SIZES[moving]);
  return next;
}

export function averageOf(bars: Progress): number {
  return (bars.listening + bars.analyzing + bars.report) / 3;
}

/** Seconds left by the bars alone. */
export function secondsByBars(bars: Progress): number {
  return (100 - averageOf(bars)) * SECONDS_PER_PERCENT;
}

export interface Estimate {
  /** What the server said, in seconds; null while it cannot tell. */
  seconds: number | null;
  /** Seconds since it said so. */
  age: number;
}

/** Whole seconds to show. An estimate that has run out is not the end: one second stays until the result is there. */
export function secondsToShow(bars: Progress, { seconds, age }: Estimate): number {
  const left = seconds === null ? secondsByBars(bars) : seconds - age;
  return Math.max(1, Math.ceil(left));
}

export function isAlmostThere(seconds: number, { state }: Pick<Status, 'state'>): boolean {
  return seconds < ALMOST_SECONDS && state !== 'failed';
}

/** Where a track waits, in words. Null once it is being measured. */
export function describeQueue({ state, ahead, lane }: Pick<Status, 'state' | 'ahead' | 'lane'>) {
  if (state !== 'queued') return null;
  const line = lane === 'front' ? 'front lane' : 'normal lane';
  if (ahead === 0) return `Next in the ${line}`;
  return `${ahead} ${ahead === 1 ? 'track' : 'tracks'} ahead of yours, ${line}`;
}
