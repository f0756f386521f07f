/** The score as the results page shows it, and its formula in words. No schema here: pages without results read it too. */

export const READINESS_FORMULA = 'floor(80 + raw / 100 × 18)';

/** floor(80 + score / 100 * 18), in whole numbers so that no rounding can move it; 80 without a score. */
export function readinessScore(score: number | null | undefined): number {
  return Math.floor((8000 + (score ?? 0) * 18) / 100);
}
