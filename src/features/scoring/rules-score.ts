/** Fills in the score sheet for one track. */
import { markOn } from './rules-curve.ts';
import { type Damage, findDamage } from './rules-damage.ts';
import type { AnalysedTrack } from './rules-shape.ts';
import {
  type CategoryId,
  type CategorySheet,
  MAIN_WEIGHT,
  SHEET,
  SPREAD,
  STRETCH,
  type Term,
  WEAKEST_SHARE,
} from './rules-sheet.ts';

export interface TermMark {
  term: Term;
  value: number;
  /** 0 to 1. */
  mark: number;
  /** Points of the overall score that the full mark would add. */
  gain: number;
}

export interface CategoryScore {
  sheet: CategorySheet;
  /** 0 to 100; null when nothing could be judged. */
  score: number | null;
  marks: TermMark[];
}

export interface TrackScore {
  overall: number;
  /** What caps the overall score, the worst first, and the points that repairing it would add. */
  damage: (Damage & { gain: number })[];
  categories: Record<CategoryId, CategoryScore>;
}

/** Silence or a constant tone scores nothing, however clean it is: there must be something to judge (LUFS, octaves). */
export const AUDIBLE_LUFS = -60;
export const isSilent = ({ integratedLufs }: Pick<AnalysedTrack, 'integratedLufs'>): boolean =>
  integratedLufs <= AUDIBLE_LUFS;

/** By the track alone: the same bytes and words give the same score, whatever else is on the site. */
export function scoreTrack(track: AnalysedTrack): TrackScore {
  const silent = isSilent(track);
  const scored = SHEET.map((sheet) => scoreCategory(sheet, track, silent));
  const total = scored.reduce((sum, { score, sheet }) => sum + (score === null ? 0 : sheet.weight), 0);
  const mean =
    total === 0 ? 0 : scored.reduce((sum, { score, sheet }) => sum + (score ?? 0) * sheet.weight, 0) / total;
  const undamaged = markOn(SPREAD, mean);
  const damage = silent ? [] : findDamage(track, undamaged);
  const overall = Math.min(undamaged, ...damage.map(({ cap }) => cap));
  const withMended = (isMended: (mark: TermMark) => boolean) => {
    const more = scored.map(({ marks, sheet }) => {
      const mended = marks.map((mark) => (isMended(mark) ? { ...mark, mark: 1 } : mark));
      return marks.length ? ((rate(mended) - rate(marks)) * sheet.weight) / total : 0;
    });
    return markOn(SPREAD, mean + more.reduce((sum, one) => sum + one, 0));
  };
  for (const { marks } of scored)
    for (const mark of marks) mark.gain = withMended((other) => other === mark) - undamaged;
  return {
    overall: Math.round(overall),
    damage: damage.map((one) => {
      const left = damage.filter((other) => other !== one).map(({ cap }) => cap);
      const repaired = withMended(({ term }) => one.covers.includes(term.id));
      return { ...one, gain: Math.max(0, Math.min(repaired, ...left) - overall) };
    }),
    categories: Object.fromEntries(scored.map((one) => [one.sheet.id, one])) as TrackScore['categories'],
  };
}

function scoreCategory(sheet: CategorySheet, track: AnalysedTrack, silent: boolean): CategoryScore {
  const marks = sheet.terms.flatMap((term) => {
    const value = term.read(track);
    return value === null || !Number.isFinite(value)
      ? []
      : [{ term, value, mark: silent ? 0 : markOn(term.curve, value), gain: 0 }];
  });
  const weights = marks.reduce((sum, { term }) => sum + term.weight, 0);
  if (weights === 0) return { sheet, score: null, marks };
  return { sheet, score: Math.round(rate(marks)), marks };
}

/** 0 to 100 for the marks of one category. */
function rate(marks: readonly TermMark[]): number {
  const weights = marks.reduce((sum, { term }) => sum + term.weight, 0);
  const mean = marks.reduce((sum, { term, mark }) => sum + term.weight * mark, 0) / weights;
  const weakest = Math.min(
    mean,
    ...marks.filter(({ term }) => term.weight >= MAIN_WEIGHT).map(({ mark }) => mark),
  );
  return markOn(STRETCH, (1 - WEAKEST_SHARE) * mean + WEAKEST_SHARE * weakest);
}
