/** The score sheet as data to print: everything one needs to compute a score by hand from the measured values. */
import type { ENGINE_VERSION } from '#audio/measure.ts';
import { bestRange, type Curve } from './rules-curve.ts';
import {
  type CategoryId,
  MAIN_WEIGHT,
  SHEET,
  SHEET_VERSION,
  SPREAD,
  STRETCH,
  WEAKEST_SHARE,
} from './rules-sheet.ts';

/** The engine's own constant would bring the engine into the page; its type is that very text, so this cannot differ. */
const ENGINE: typeof ENGINE_VERSION = '4';

export interface MethodTerm {
  id: string;
  label: string;
  unit: string;
  weight: number;
  /** Part of its category when every term has a value, 0 to 1. */
  share: number;
  /** Whether it can be the weakest term that pulls its category down. */
  main: boolean;
  curve: Curve;
  /** Values with the full mark. */
  best: { from: number | null; to: number | null };
}

export interface MethodCategory {
  id: CategoryId;
  title: string;
  about: string;
  weight: number;
  /** Part of the overall score when every category has one, 0 to 1. */
  share: number;
  terms: MethodTerm[];
}

export interface Method {
  engineVersion: string;
  sheetVersion: string;
  /** Part of a category that is its weakest main term. */
  weakestShare: number;
  /** From the mean mark of a category to its score, and from the mean of the categories to the overall score. */
  stretch: Curve;
  spread: Curve;
  categories: MethodCategory[];
}

const sum = (items: readonly { weight: number }[]) => items.reduce((total, { weight }) => total + weight, 0);

export const METHOD: Method = {
  engineVersion: ENGINE,
  sheetVersion: SHEET_VERSION,
  weakestShare: WEAKEST_SHARE,
  stretch: STRETCH,
  spread: SPREAD,
  categories: SHEET.map(({ id, title, about, weight, terms }) => ({
    id,
    title,
    about,
    weight,
    share: weight / sum(SHEET),
    terms: terms.map((term) => ({
      id: term.id,
      label: term.label,
      unit: term.unit,
      weight: term.weight,
      share: term.weight / sum(terms),
      main: term.weight >= MAIN_WEIGHT,
      curve: term.curve,
      best: bestRange(term.curve),
    })),
  })),
};
