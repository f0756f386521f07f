/** What the sheet looks at: the measures, and the few figures that follow from several of them. */
import type { LyricSheet } from '#features/lyrics/contract-sheet.ts';
import type { Measured } from '#features/recordings/rules-measures.ts';

export interface Shape {
  /** Section names that occur. */
  distinctLabels: number;
  sectionsPerMinute: number;
  /** dB between the loudest and the quietest section, of sections of 3 s or more. */
  contrastDb: number;
  introShare: number;
  hookShare: number;
  /** Standard deviation of how many bands sound at once. */
  densitySpread: number;
}

/** `lyrics`: null where there are no words somebody could vouch for. */
export type AnalysedTrack = Measured & { shape: Shape; lyrics: LyricSheet | null };

/** Sections shorter than this say little about level (s). */
const JUDGED_SECTION = 3;

export function describeShape(measures: Measured, lyrics: LyricSheet | null = null): AnalysedTrack {
  const { sections, durationSeconds, analysedSeconds, hook, levelDb, densityCurve } = measures;
  const length = Math.max(1, Math.min(durationSeconds, analysedSeconds));
  const levels = sections
    .filter(({ start, end }) => end - start >= JUDGED_SECTION)
    .map(({ start, end }) => meanLevel(levelDb, start, end));
  const intro = sections[0]?.label === 'intro' ? sections[0].end - sections[0].start : 0;
  const inHook = hook.occurrences.reduce((sum, { start, end }) => sum + end - start, 0);
  return {
    ...measures,
    lyrics,
    shape: {
      distinctLabels: new Set(sections.map(({ label }) => label)).size,
      sectionsPerMinute: sections.length > 1 ? sections.length / (length / 60) : 0,
      contrastDb: levels.length > 1 ? Math.max(...levels) - Math.min(...levels) : 0,
      introShare: intro / length,
      hookShare: Math.min(1, inHook / length),
      densitySpread: deviation(densityCurve, length),
    },
  };
}

/** Mean power of the seconds that lie in a section, back in dB. */
function meanLevel(levelDb: readonly number[], start: number, end: number): number {
  const inside = levelDb.slice(Math.round(start), Math.max(Math.round(start) + 1, Math.round(end)));
  if (inside.length === 0) return -120;
  return 10 * Math.log10(inside.reduce((sum, db) => sum + 10 ** (db / 10), 0) / inside.length);
}

/** Standard deviation of one value per second; the last second counts as far as the track reaches into it. */
function deviation(values: readonly number[], seconds: number): number {
  const weights = values.map((_, i) => Math.max(0, Math.min(1, seconds - i)));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (total === 0) return 0;
  const mean = values.reduce((sum, value, i) => sum + weights[i] * value, 0) / total;
  return Math.sqrt(values.reduce((sum, value, i) => sum + weights[i] * (value - mean) ** 2, 0) / total);
}
