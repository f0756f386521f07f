/** The first, small score: only what level measurements can say. The full ear replaces it. */
import type { Analysis, Category } from './contract.ts';

export interface LevelMeasures {
  durationSeconds: number;
  integratedLufs: number | null;
  loudnessRange: number | null;
  truePeakDb: number | null;
  [name: string]: unknown;
}

export interface Report {
  analysis: Analysis;
  score: number;
  genre: string;
}

/** Loudness that streaming services play without turning it far up or down (LUFS). */
const LOUDNESS_BAND = [-16, -8] as const;
/** Above this a converter or a lossy encoder may distort (dBTP, EBU R128). */
const PEAK_CEILING = -1;
/** Range of most finished songs (LU). */
const RANGE_BAND = [3, 12] as const;

export function writeFirstReport(measures: LevelMeasures, engineVersion: string): Report {
  const production = scoreProduction(measures);
  const unmeasured: Category = {
    score: null,
    notes: 'Not measured by this version of the engine.',
    confidence: 0,
  };
  return {
    score: production.score ?? 0,
    genre: 'Other',
    analysis: {
      engineVersion,
      summary: `${formatTime(measures.durationSeconds)} long. ${production.notes}`,
      recommendations: [],
      commerciality: unmeasured,
      flow: unmeasured,
      lyrics: { score: null, notes: 'Not transcribed, so there is no lyrics score.', confidence: 0 },
      production,
      measures,
    },
  };
}

function scoreProduction({ integratedLufs, loudnessRange, truePeakDb }: LevelMeasures): Category {
  if (integratedLufs === null)
    return { score: 0, notes: 'The track is silent: there is no loudness to measure.', confidence: 1 };
  const loud = distanceOutside(integratedLufs, LOUDNESS_BAND) * 3;
  const range = distanceOutside(loudnessRange ?? 0, RANGE_BAND) * 4;
  const peak = Math.max(0, (truePeakDb ?? 0) - PEAK_CEILING) * 6;
  const score = Math.max(0, Math.min(100, Math.round(100 - loud - range - peak)));
  const notes = `Integrated loudness ${integratedLufs.toFixed(1)} LUFS, range ${(loudnessRange ?? 0).toFixed(1)} LU, true peak ${(truePeakDb ?? 0).toFixed(1)} dBTP.`;
  return { score, notes, confidence: 1 };
}

function distanceOutside(value: number, [low, high]: readonly [number, number]): number {
  return Math.max(0, low - value, value - high);
}

export function formatTime(seconds: number): string {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
