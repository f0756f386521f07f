/** What the sheet looks at: the measures, and the few figures that follow from several of them. */
import type { BandLevel } from '#audio/spectrum/band-balance.ts';
import type { LyricSheet } from '#features/lyrics/contract-sheet.ts';
import type { Measured } from '#features/recordings/rules-measures.ts';
import { type Curve, markOn } from './rules-curve.ts';
import type { TimeRange } from './rules-wording.ts';

export interface Shape {
  /** Section names that occur. */
  distinctLabels: number;
  sectionsPerMinute: number;
  /** Share of the sections between the first and the last that are as long as another of them. */
  equalShare: number;
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
  /** How sure it is that there is a voice, 0 to 1; what a voice does is judged and told of above 0. */
  voiceCertainty: number;
}

/** `lyrics`: null where there are no words somebody could vouch for. */
export type AnalysedTrack = Measured & { shape: Shape; lyrics: LyricSheet | null };

/** Sections shorter than this say little about level (s). */
const JUDGED_SECTION = 3;
/** Seconds of which the brightness is one value, and LU below the whole at which they are a pause. */
const MOVE_SECONDS = 8;
const PAUSE_LU = 20;
/** From the share of the longer by which two sections differ to how far they are equally long: a cut a few bars off must not decide. */
// biome-ignore format: a curve is a line of points
const EQUAL: Curve = [[0.03, 1], [0.5, 0]];
/** dB a band may be off before it counts. */
const TOLERANCE_DB = 4;
/** Of 20 recordings the instrumental ones are heard to have a voice in up to 27% of their time, and are then unsure of it. */
// biome-ignore format: a curve is a line of points
const HEARD_VOICE: Curve = [[0.12, 0], [0.2, 1]];
// biome-ignore format: a curve is a line of points
const SURE_VOICE: Curve = [[0.7, 0], [0.8, 1]];

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
      voiceCertainty: markOn(HEARD_VOICE, measures.voiceShare) * markOn(SURE_VOICE, measures.voiceConfidence),
    },
  };
}

/** The first of a length does not count: few sections say little, and none nothing. */
function countEqual({ sections }: Measured): number {
  const lengths = sections.slice(1, -1).map(({ start, end }) => end - start);
  const alike = lengths.map((one) =>
    lengths.reduce((sum, other) => sum + markOn(EQUAL, Math.abs(other - one) / Math.max(one, other)), -1),
  );
  return Math.max(0, ...alike) / Math.max(1, lengths.length);
}

function measureJump({ sections }: Measured): number {
  const levels = sections.flatMap(({ lufs }) => lufs ?? []);
  return quantile(
    levels.slice(1).map((level, i) => Math.abs(level - levels[i])),
    0.5,
  );
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
  const medians = heard
    .slice(0, 1 - MOVE_SECONDS)
    .map((_, i) => quantile(heard.slice(i, i + MOVE_SECONDS), 0.5));
  return medians.length < 2 ? 0 : Math.log2(quantile(medians, 0.9) / quantile(medians, 0.1));
}

/** Between the two nearest values; 0 without any. */
function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const at = share * (sorted.length - 1);
  const [low, high] = [sorted[Math.floor(at)] ?? 0, sorted[Math.ceil(at)] ?? 0];
  return low + (high - low) * (at - Math.floor(at));
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
