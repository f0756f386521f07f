/** Pure decisions about offers, ranks and links. */
import type { Campaign } from '#campaign/document.ts';
import type { Offer } from './contract.ts';

export type LinkPurpose = 'access' | 'distribution';
export const LINK_PATHS: Record<LinkPurpose, string> = {
  access: '/artist-update',
  distribution: '/artist-update-2',
};
export const LINK_DAYS = 30;
export const LINK_REFUSED: Record<LinkPurpose, string> = {
  access: 'This link is not valid or has expired.',
  distribution: 'Artist dashboard not found. The link may be invalid or expired.',
};

/** ceil(100 x rank / entries): rank 1 of 100 or more is the top 1%. */
export function topPercent(rank: number, entries: number): number {
  return Math.ceil((100 * rank) / entries);
}

export interface OfferFacts {
  expiresAt: Date;
  now: Date;
  spotsLeft: number;
  /** This submission is paying for a spot, or has bought one. */
  ownSpot: 'none' | 'paying' | 'taken';
  entered: boolean;
}

export function offerState(facts: OfferFacts): Offer['state'] {
  if (facts.entered) return 'entered';
  if (facts.ownSpot === 'taken') return 'used';
  if (facts.expiresAt <= facts.now) return 'expired';
  return facts.spotsLeft > 0 || facts.ownSpot === 'paying' ? 'live' : 'sold_out';
}

export function percentOff(prices: Campaign['prices']): number {
  return Math.round(100 * (1 - prices.discountedEntry / prices.standardEntry));
}
