/** Which claims may stand on a page, and how: HON-1 as one decision, used by every screen that shows a claim. */
export interface Grounded {
  /** Why the statement holds, in a sentence; null when nobody can say. */
  basis: string | null;
}

/** 'stated': it has a basis. 'sample': shown with its tag. 'hidden': not rendered at all. */
export type ClaimStanding = 'stated' | 'sample' | 'hidden';

export function judgeClaim({ demo }: { demo: boolean }, { basis }: Grounded): ClaimStanding {
  if (basis?.trim()) return 'stated';
  return demo ? 'sample' : 'hidden';
}

/** The claims a page may show, in their order. A section without any is left out by its page. */
export function showableClaims<T extends Grounded>(campaign: { demo: boolean }, claims: readonly T[]): T[] {
  return claims.filter((claim) => judgeClaim(campaign, claim) !== 'hidden');
}
