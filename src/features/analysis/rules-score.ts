/** Fills in the score sheet for one track. */
import { markOn } from './rules-curve.ts';
import type { HeardTrack } from './rules-heard.ts';
import { type CategoryId, type CategorySheet, SHEET, type Term } from './rules-sheet.ts';

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
  categories: Record<CategoryId, CategoryScore>;
}

/** Silence or a constant tone scores nothing, however clean it is: there must be something to judge (LUFS, octaves). */
const AUDIBLE_LUFS = -60;

export function scoreTrack(heard: HeardTrack): TrackScore {
  const silent = heard.integratedLufs <= AUDIBLE_LUFS;
  const scored = SHEET.map((sheet) => scoreCategory(sheet, heard, silent));
  const total = scored.reduce((sum, { score, sheet }) => sum + (score === null ? 0 : sheet.weight), 0);
  const overall =
    total === 0 ? 0 : scored.reduce((sum, { score, sheet }) => sum + (score ?? 0) * sheet.weight, 0) / total;
  for (const { marks, sheet, score } of scored) {
    const weights = marks.reduce((sum, { term }) => sum + term.weight, 0);
    if (score === null) continue;
    for (const mark of marks)
      mark.gain = ((1 - mark.mark) * 100 * mark.term.weight * sheet.weight) / (weights * total);
  }
  return {
    overall: Math.round(overall),
    categories: Object.fromEntries(scored.map((one) => [one.sheet.id, one])) as TrackScore['categories'],
  };
}

function scoreCategory(sheet: CategorySheet, heard: HeardTrack, silent: boolean): CategoryScore {
  const marks = sheet.terms.flatMap((term) => {
    const value = term.read(heard);
    return value === null || !Number.isFinite(value)
      ? []
      : [{ term, value, mark: silent ? 0 : markOn(term.curve, value), gain: 0 }];
  });
  const weights = marks.reduce((sum, { term }) => sum + term.weight, 0);
  if (weights === 0) return { sheet, score: null, marks };
  const mean = marks.reduce((sum, { term, mark }) => sum + term.weight * mark, 0) / weights;
  return { sheet, score: Math.round(mean * 100), marks };
}
