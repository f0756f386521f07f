/** How evenly the beats fall: the precise tempo over spans of beats, its drift through the track and the jitter of single beats. */
import { round } from '../round.ts';

/** Beats per span: long enough that one misplaced beat moves the span's tempo by less than 1%. */
const SPAN_BEATS = 16;
/** A jitter of this share of a beat (about 25 ms at 120 BPM) halves the steadiness; so does a drift of this share. */
const HALF_JITTER = 0.05;
const HALF_DRIFT = 0.04;
/**
 * From the 10th to the 90th percentile is this many times the mean distance from the middle, be values spread evenly or by
 * chance. The percentiles themselves would jump: where beats slip by half in one or two places, it is the span more that
 * decides whether a tenth of all is off.
 */
const SPREAD = 3.2;

export interface Steadiness {
  /** Median tempo over spans of beats, BPM to 0.1; 0 with fewer than two beats. */
  bpm: number;
  /** 0 (no common pulse) to 1 (a machine), to 0.01. */
  steadiness: number;
  /** Median distance of a beat from the middle of its neighbours, ms to 1. */
  jitterMs: number;
  /** Spread of the tempo between spans, as from their 10th to their 90th percentile, percent to 0.1. */
  driftPercent: number;
}

export function measureSteadiness(beats: ArrayLike<number>): Steadiness {
  if (beats.length < 2) return { bpm: 0, steadiness: 0, jitterMs: 0, driftPercent: 0 };
  const span = Math.min(SPAN_BEATS, beats.length - 1);
  const periods: number[] = [];
  for (let i = 0; i + span < beats.length; i++) periods.push((beats[i + span] - beats[i]) / span);
  periods.sort((a, b) => a - b);
  const period = quantile(periods, 0.5);
  const distance = periods.reduce((sum, one) => sum + Math.abs(one - period), 0) / periods.length;
  const drift = (SPREAD * distance) / period;
  const offsets: number[] = [];
  for (let i = 1; i + 1 < beats.length; i++)
    offsets.push(Math.abs(beats[i] - (beats[i - 1] + beats[i + 1]) / 2));
  offsets.sort((a, b) => a - b);
  const jitter = offsets.length > 0 ? quantile(offsets, 0.5) : 0;
  return {
    bpm: round(60 / period, 1),
    steadiness: round(1 / (1 + (jitter / period / HALF_JITTER) ** 2 + (drift / HALF_DRIFT) ** 2), 2),
    jitterMs: round(jitter * 1000, 0),
    driftPercent: round(drift * 100, 1),
  };
}

/** Linear interpolation between the two nearest of ascending values. */
export function quantile(sorted: ArrayLike<number>, share: number): number {
  const at = share * (sorted.length - 1);
  const low = Math.floor(at);
  const high = Math.min(sorted.length - 1, low + 1);
  return sorted[low] + (sorted[high] - sorted[low]) * (at - low);
}
