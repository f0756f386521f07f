/** Stretches of time that back a statement: 'here, from this second to that one'. */
import { round } from './round.ts';

/** Seconds, to 0.1. */
export interface TimeRange {
  start: number;
  end: number;
}

interface RangeOptions {
  /** Seconds each flag stands for. */
  step: number;
  /** Gaps up to this many seconds are closed. */
  maxGap?: number;
  /** Shorter stretches are dropped. */
  minLength?: number;
  /** Only that many, the longest, are kept; in order of time. */
  limit?: number;
}

/** Joins neighbouring raised flags into ranges. */
export function rangesOf(
  flags: ArrayLike<boolean | number>,
  { step, maxGap = 0, minLength = 0, limit = 20 }: RangeOptions,
): TimeRange[] {
  const ranges: TimeRange[] = [];
  for (let i = 0; i < flags.length; i++) {
    if (!flags[i]) continue;
    const last = ranges.at(-1);
    if (last && i * step - last.end <= maxGap + 1e-9) last.end = (i + 1) * step;
    else ranges.push({ start: i * step, end: (i + 1) * step });
  }
  return ranges
    .filter(({ start, end }) => end - start >= minLength - 1e-9)
    .sort((a, b) => b.end - b.start - (a.end - a.start) || a.start - b.start)
    .slice(0, limit)
    .sort((a, b) => a.start - b.start)
    .map(({ start, end }) => ({ start: round(start, 1), end: round(end, 1) }));
}
