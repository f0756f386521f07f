/** The four simulated rivals of the results page: made up, tagged as such, and never ahead of the artist. */

export interface Rival {
  name: string;
  score: number;
  /** How it moved in the last step; shown for a moment. */
  change: number;
}

export const RIVAL_COUNT = 4;
/** How often they move, and how long a change is marked, in milliseconds. */
export const RIVAL_STEP_MS = 3000;
export const RIVAL_MARK_MS = 1500;
const LOWEST = 70;
const LARGEST_STEP = 2;

const clamp = (score: number, own: number) => Math.max(LOWEST, Math.min(own - 2, score));

/** `own` is the displayed score (80 to 98), so there is always room between 70 and it minus 2. */
export function startRivals(own: number): Rival[] {
  return Array.from({ length: RIVAL_COUNT }, (_, index) => ({
    name: `Rival ${index + 1}`,
    score: clamp(own - 2 - index * 2, own),
    change: 0,
  }));
}

/** One step: each moves by at most two points, within its bounds, best first. `random` gives 0 to 1. */
export function moveRivals(rivals: readonly Rival[], own: number, random: () => number): Rival[] {
  return rivals
    .map((rival) => {
      const step = Math.round((random() * 2 - 1) * LARGEST_STEP);
      const score = clamp(rival.score + step, own);
      return { ...rival, score, change: score - rival.score };
    })
    .sort((a, b) => b.score - a.score);
}
