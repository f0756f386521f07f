/** What the sheet looks at: the measures, and the few figures that follow from several of them. */
import type { BandLevel } from '#audio/spectrum/band-balance.ts';
import type { LyricSheet } from '#features/lyrics/contract-sheet.ts';
import type { Measured } from '#features/recordings/rules-measures.ts';
import type { TimeRange } from './rules-wording.ts';

export interface Shape {
  /** Section names that occur. */
  distinctLabels: number;
  sectionsPerMinute: number;
  /** Share of the sections between the first and the last that are equally long; null for fewer than four. */
  equalShare: number | null;
  /** LU between neighbouring sections, the median; 0 without any. */
  usualJump: number;
  /** The loudest and the quietest section of 3 s or more between intro and outro, and the LU between them. */
  contrast: { lu: number; loudest: TimeRange; quietest: TimeRange } | null;
  introShare: number;
  hookShare: number;
  /** Standard deviation of how many bands sound at once. */
  densitySpread: number;
  /** Octaves over which the brightness of eight seconds moves in the course of the track. */
  brightnessMove: number;
  /** The band furthest off the usual balance, and by how much bands are off it on average beyond the tolerance, dB. */
  balance: { widest: BandLevel; errorDb: number } | null;
  /** Whether a voice is there for certain. */
  hasVoice: boolean;
}

/** `lyrics`: null where there are no words somebody could vouch for. */
export type AnalysedTrack = Measured & { shape: Shape; lyrics: LyricSheet | null };

/** Sections shorter than this say little about level (s). */
const JUDGED_SECTION = 3;
/** Seconds of which the brightness is one value, and LU below the whole at which they are a pause. */
const MOVE_SECONDS = 8;
const PAUSE_LU = 20;
/** Sections whose lengths differ by less than this share are equally long. */
const EQUAL = 0.05;
/** dB a band may be off before it counts. */
const TOLERANCE_DB = 4;
/** Of 20 recordings the instrumental ones are heard to have a voice in up to 27% of their time, and are then unsure of it. */
const HEARD_VOICE = 0.12;
const SURE_VOICE = 0.7;

export function describeShape(measures: Measured, lyrics: LyricSheet | null = null): AnalysedTrack {
  const { sections, durationSeconds, analysedSeconds, hook, densityCurve } = measures;
  const length = Math.max(1, Math.min(durationSeconds, analysedSeconds));
  const intro = sections[0]?.label === 'intro' ? sections[0].end - sections[0].start : 0;
  const inHook = hook.occurrences.reduce((sum, { start, end }) => sum + end - start, 0);
  return {
    ...measures,
    lyrics,
    shape: {
      distinctLabels: new Set(sections.map(({ label }) => label)).size,
      sectionsPerMinute: sections.length > 1 ? sections.length / (length / 60) : 0,
      equalShare: countEqual(measures),
      usualJump: measureJump(measures),
      contrast: findContrast(measures),
      introShare: intro / length,
      hookShare: Math.min(1, inHook / length),
      densitySpread: deviation(densityCurve, length),
      brightnessMove: measureMove(measures),
      balance: weighBands(measures),
      hasVoice: measures.voiceShare >= HEARD_VOICE && measures.voiceConfidence >= SURE_VOICE,
    },
  };
}

function countEqual({ sections }: Measured): number | null {
  const lengths = sections.slice(1, -1).map(({ start, end }) => end - start);
  if (lengths.length < 4) return null;
  const alike = lengths.map((one) => lengths.filter((other) => Math.abs(other - one) < EQUAL * one).length);
  return Math.max(...alike) / lengths.length;
}

function measureJump({ sections }: Measured): number {
  const levels = sections.flatMap(({ lufs }) => lufs ?? []);
  const jumps = levels.slice(1).map((level, i) => Math.abs(level - levels[i]));
  return jumps.sort((a, b) => a - b)[jumps.length >> 1] ?? 0;
}

function findContrast({ sections }: Measured): Shape['contrast'] {
  const judged = sections
    .filter(({ label }) => label !== 'intro' && label !== 'outro')
    .flatMap(({ start, end, lufs }) =>
      lufs !== null && end - start >= JUDGED_SECTION ? [{ start, end, lufs }] : [],
    )
    .sort((a, b) => a.lufs - b.lufs);
  if (judged.length < 2) return null;
  const [quietest, loudest] = [judged[0], judged[judged.length - 1]];
  return { lu: loudest.lufs - quietest.lufs, loudest, quietest };
}

/** Between the 10th and the 90th percentile of the medians of eight seconds; pauses do not count. */
function measureMove({ brightnessCurve, shortTermLufs, integratedLufs }: Measured): number {
  const heard = brightnessCurve.filter((hz, i) => hz > 0 && shortTermLufs[i] > integratedLufs - PAUSE_LU);
  const medians: number[] = [];
  for (let i = 0; i + MOVE_SECONDS <= heard.length; i += MOVE_SECONDS / 4)
    medians.push(heard.slice(i, i + MOVE_SECONDS).sort((a, b) => a - b)[MOVE_SECONDS / 2]);
  if (medians.length < 2) return 0;
  medians.sort((a, b) => a - b);
  const at = (share: number) => medians[Math.round((medians.length - 1) * share)];
  return Math.log2(at(0.9) / at(0.1));
}

/** A piano has no sub and misses none: only what is there too much counts in the lowest band. */
function weighBands({ bands }: Measured): Shape['balance'] {
  const judged = bands.filter(({ name, deviationDb }) => name !== 'sub' || deviationDb > 0);
  if (judged.length === 0) return null;
  const off = ({ deviationDb }: BandLevel) => Math.abs(deviationDb);
  return {
    widest: judged.reduce((most, band) => (off(band) > off(most) ? band : most)),
    errorDb: judged.reduce((sum, band) => sum + Math.max(0, off(band) - TOLERANCE_DB), 0) / bands.length,
  };
}

/** Standard deviation of one value per second; the last second counts as far as the track reaches into it. */
function deviation(values: readonly number[], seconds: number): number {
  const weights = values.map((_, i) => Math.max(0, Math.min(1, seconds - i)));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (total === 0) return 0;
  const mean = values.reduce((sum, value, i) => sum + weights[i] * value, 0) / total;
  return Math.sqrt(values.reduce((sum, value, i) => sum + weights[i] * (value - mean) ** 2, 0) / total);
}
