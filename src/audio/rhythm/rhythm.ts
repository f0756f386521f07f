/**
 * Rhythm: how hard kick, snare and hat strike on each sixteenth of a bar, averaged over the bars in which drums play,
 * how alike those bars are, and what the pattern says about groove.
 */

import { round } from '../round.ts';
import { cosine, peakNear } from './beat-sync.ts';
import type { Metre } from './metre.ts';
import type { Onsets } from './onsets.ts';
import { quantile } from './steadiness.ts';

/** Steps a beat. */
const STEPS = 4;
/** A stroke at this quantile of a drum's strokes counts as 1. */
const FULL_STROKE = 0.95;
/** Bars with less than this share of the busiest bars' strokes are breaks: they say nothing about the pattern. */
const SPARSE_SHARE = 0.5;

export interface DrumPatterns {
  /** 16 values (12 in three-four) from 0 to 1, to 0.01; step 0 is the downbeat. */
  kick: number[];
  snare: number[];
  hat: number[];
}

export interface Rhythm extends DrumPatterns {
  stepsPerBar: number;
  /** Mean likeness of a bar to the average bar, 0 to 1, to 0.001. */
  consistency: number;
  /** Share of the accents, over all instruments and bar by bar, that fall between the beats; 0 to 1, to 0.001. */
  offbeat: number;
  /** Share of the accents that pull against the beat: the stronger place after them is weaker or silent. */
  syncopation: number;
  /** Clear strokes per bar, to 0.1. */
  density: number;
  /** Mean onset strength of the track, to 0.001: below 0.01 nothing strikes, above 0.035 drums and words hit hard. */
  attack: number;
  /** Bars the pattern was read from. */
  bars: number;
}

export const DRUMS = ['kick', 'snare', 'hat'] as const;

export function readRhythm(beats: Float32Array, metre: Metre, onsets: Onsets): Rhythm {
  const stepsPerBar = STEPS * metre.beatsPerBar;
  const bars = dropBreaks(readBars(beats, metre, onsets));
  const mean = new Float32Array(3 * stepsPerBar);
  for (const bar of bars) for (let i = 0; i < mean.length; i++) mean[i] += bar[i] / bars.length;
  const [kick, snare, hat] = DRUMS.map((_, d) =>
    Array.from(mean.subarray(d * stepsPerBar, (d + 1) * stepsPerBar), (v) => round(v, 2)),
  );
  const likeness = bars.reduce((sum, bar) => sum + cosine(bar, mean), 0) / Math.max(1, bars.length);
  const strokes = bars.reduce((sum, bar) => sum + bar.filter((v) => v > 0.3).length, 0);
  return {
    kick,
    snare,
    hat,
    stepsPerBar,
    consistency: round(likeness, 3),
    ...measureSyncopation(readAccents(beats, metre, onsets)),
    density: round(strokes / Math.max(1, bars.length), 1),
    attack: round(onsets.strength.reduce((a, b) => a + b, 0) / Math.max(1, onsets.strength.length), 3),
    bars: bars.length,
  };
}

/** A row per whole bar: the steps of kick, then of snare, then of hat, each 0 to 1. */
export function readBars(
  beats: Float32Array,
  { firstDownbeat, beatsPerBar }: Metre,
  onsets: Onsets,
): Float32Array[] {
  const steps = STEPS * beatsPerBar;
  const bars: Float32Array[] = [];
  for (let b = firstDownbeat; b + beatsPerBar < beats.length; b += beatsPerBar) {
    const bar = new Float32Array(3 * steps);
    for (let s = 0; s < steps; s++) {
      const beat = b + Math.floor(s / STEPS);
      const step = (beats[beat + 1] - beats[beat]) / STEPS;
      const time = beats[beat] + (s % STEPS) * step;
      DRUMS.forEach((drum, d) => {
        bar[d * steps + s] = peakNear(onsets[drum], onsets.rate, time, 0.4 * step);
      });
    }
    bars.push(bar);
  }
  return scaleStrokes(bars, steps);
}

function scaleStrokes(bars: Float32Array[], steps: number): Float32Array[] {
  for (let d = 0; d < DRUMS.length; d++) {
    const all = bars
      .flatMap((bar) => Array.from(bar.subarray(d * steps, (d + 1) * steps)))
      .sort((a, b) => a - b);
    const full = all.length > 0 ? quantile(all, FULL_STROKE) : 0;
    for (const bar of bars) {
      for (let i = d * steps; i < (d + 1) * steps; i++) bar[i] = full > 0 ? Math.min(1, bar[i] / full) : 0;
    }
  }
  return bars;
}

function dropBreaks(bars: Float32Array[]): Float32Array[] {
  const weights = bars.map((bar) => bar.reduce((a, b) => a + b, 0));
  const busy =
    weights.length > 0
      ? quantile(
          [...weights].sort((a, b) => a - b),
          0.8,
        )
      : 0;
  return bars.filter((_, i) => weights[i] >= SPARSE_SHARE * busy && weights[i] > 0);
}

/** A row per whole bar: how hard anything at all strikes on each step, 1 being a full stroke. */
function readAccents(
  beats: Float32Array,
  { firstDownbeat, beatsPerBar }: Metre,
  { strength, rate }: Onsets,
): Float32Array[] {
  const bars: Float32Array[] = [];
  for (let b = firstDownbeat; b + beatsPerBar < beats.length; b += beatsPerBar)
    bars.push(
      Float32Array.from({ length: STEPS * beatsPerBar }, (_, s) => {
        const beat = b + Math.floor(s / STEPS);
        const step = (beats[beat + 1] - beats[beat]) / STEPS;
        return peakNear(strength, rate, beats[beat] + (s % STEPS) * step, 0.4 * step);
      }),
    );
  const all = bars.flatMap((bar) => Array.from(bar)).sort((a, b) => a - b);
  const full = all.length > 0 ? quantile(all, FULL_STROKE) : 0;
  return full > 0 ? bars.map((bar) => bar.map((stroke) => Math.min(1, stroke / full))) : [];
}

/** Strokes below this share of a full one are no accents. */
const ACCENT = 0.35;
/** The place after a syncopation is weaker than this share of it. */
const YIELDING = 0.6;

/**
 * Bar by bar, for what is exceptional in each is lost in their mean. An accent between the beats is syncopated when the
 * next stronger place does not answer it, after Longuet-Higgins & Lee (1984).
 */
export function measureSyncopation(
  bars: readonly ArrayLike<number>[],
): Pick<Rhythm, 'offbeat' | 'syncopation'> {
  let [accents, off, against] = [0, 0, 0];
  bars.forEach((bar, b) => {
    for (let i = 0; i < bar.length; i++) {
      if (bar[i] < ACCENT) continue;
      accents++;
      if (i % STEPS === 0) continue;
      off++;
      const next = i + (i % 2 === 0 ? 2 : 1);
      const answer = next < bar.length ? bar[next] : (bars[b + 1]?.[0] ?? 1);
      if (answer < YIELDING * bar[i]) against++;
    }
  });
  return {
    offbeat: round(off / Math.max(1, accents), 3),
    syncopation: round(against / Math.max(1, accents), 3),
  };
}
