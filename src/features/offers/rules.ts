/** Pure decisions about offers and ranks. */
import type { Campaign } from '#campaign/document.ts';
import type { Offer } from './contract.ts';

/** Places of a pool that one address may hold at once: a fifth. What is paid for is not held any more. */
export const heldPerAddress = (capacity: number) => Math.max(1, Math.floor(capacity / 5));

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
