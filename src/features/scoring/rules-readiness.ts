/**
 * One scale: the raw score of 0 to 100 is the score of a track, and the briefs' two displayed figures are made from it
 * here, and nowhere else. No schema here: pages without results read it too.
 */
export const READINESS_FORMULA = 'floor(80 + raw / 100 × 18)';
export const BOARD_FORMULA = 'floor(75 + raw / 100 × 25)';

/** board: floor(75 + raw / 100 * 25). readiness: floor(80 + raw / 100 * 18), 80 without a score. */
export type Scale = 'board' | 'readiness';

export interface PresentedScore {
  raw: number | null;
  /** The displayed figure of that scale. */
  shown: number;
  /** Beside a displayed figure: 'raw 54'. */
  rawLabel: string;
  /** Beside a raw figure: 'board 88', 'readiness 89'. */
  shownLabel: string;
}

/** In whole numbers, so that no rounding can move it. */
export function presentScore(raw: number | null | undefined, scale: Scale): PresentedScore {
  const points = raw ?? 0;
  const shown =
    scale === 'board' ? Math.floor((7500 + points * 25) / 100) : Math.floor((8000 + points * 18) / 100);
  return {
    raw: raw ?? null,
    shown,
    rawLabel: raw == null ? 'no raw score' : `raw ${raw}`,
    shownLabel: `${scale} ${shown}`,
  };
}

export const readinessScore = (raw: number | null | undefined): number =>
  presentScore(raw, 'readiness').shown;
