/** Fills in the score sheet for one track. */
import { bestMark, markOn } from './rules-curve.ts';
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
  /** How much of its weight it has, above 0 to 1. */
  certainty: number;
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
  const weights = scored.map(weightOf);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const mean =
    total === 0 ? 0 : scored.reduce((sum, { score }, i) => sum + (score ?? 0) * weights[i], 0) / total;
  const undamaged = markOn(SPREAD, mean);
  const damage = silent ? [] : findDamage(track, undamaged);
  const overall = Math.min(undamaged, ...damage.map(({ cap }) => cap));
  const rates = scored.map(({ marks }) => (marks.length === 0 ? 0 : rate(marks)));
  /** Points of the mean that one category would have more. */
  const gainIn = (index: number, isMended: (mark: TermMark) => boolean) => {
    const mended = scored[index].marks.map((mark) =>
      isMended(mark) ? { ...mark, mark: bestMark(mark.term.curve) } : mark,
    );
    return ((rate(mended) - rates[index]) * weights[index]) / total;
  };
  scored.forEach(({ marks }, index) => {
    for (const mark of marks)
      mark.gain = markOn(SPREAD, mean + gainIn(index, (other) => other === mark)) - undamaged;
  });
  const repair = (covers: readonly string[]) => {
    const isMended = ({ term }: TermMark) => covers.includes(term.id);
    const more = scored.map(({ marks }, index) => (marks.some(isMended) ? gainIn(index, isMended) : 0));
    return markOn(SPREAD, mean + more.reduce((sum, one) => sum + one, 0));
  };
  return {
    overall: Math.round(overall),
    damage: damage.map((one) => {
      const left = damage.filter((other) => other !== one).map(({ cap }) => cap);
      return { ...one, gain: Math.max(0, Math.min(repair(one.covers), ...left) - overall) };
    }),
    categories: Object.fromEntries(scored.map((one) => [one.sheet.id, one])) as TrackScore['categories'],
  };
}

function scoreCategory(sheet: CategorySheet, track: AnalysedTrack, silent: boolean): CategoryScore {
  const marks = sheet.terms.flatMap((term) => {
    const value = term.read(track);
    const certainty = term.certainty?.(track) ?? 1;
    return value === null || !Number.isFinite(value) || certainty === 0
      ? []
      : [{ term, value, mark: silent ? 0 : markOn(term.curve, value), certainty, gain: 0 }];
  });
  if (marks.length === 0) return { sheet, score: null, marks };
  return { sheet, score: Math.round(rate(marks)), marks };
}

/** A category counts as far as there is something in it to judge. */
const weightOf = ({ sheet, marks }: CategoryScore): number =>
  sheet.weight * Math.max(0, ...marks.map(({ certainty }) => certainty));

/** 0 to 100 for the marks of one category. What is unsure weighs and pulls less. */
function rate(marks: readonly TermMark[]): number {
  let weights = 0;
  let sum = 0;
  let surest = 0;
  for (const { term, mark, certainty } of marks) {
    weights += term.weight * certainty;
    sum += term.weight * certainty * mark;
    surest = Math.max(surest, certainty);
  }
  const mean = sum / weights;
  let pull = 0;
  for (const { term, mark, certainty } of marks)
    if (term.weight >= MAIN_WEIGHT) pull = Math.max(pull, (certainty / surest) * (mean - mark));
  return markOn(STRETCH, mean - WEAKEST_SHARE * pull);
}
