/** The five packages: how many votes each gives, and under which product of the catalogue it is sold. */
import type { Prices } from '#campaign/document.ts';
import type { PackageId } from './contract.ts';
import { PACKAGE_IDS } from './limits.ts';

/** Which vote page sells: the simple one has another price for the medium package. */
export type VotePage = 'main' | 'simple';
export type VoteProduct = Extract<keyof Prices, `votes${string}`>;

export const PACKAGE_VOTES: Record<PackageId, number> = {
  small: 15,
  medium: 40,
  large: 60,
  boost: 85,
  throne: 250,
};

export const PACKAGE_NAMES: Record<PackageId, string> = {
  small: 'Small',
  medium: 'Medium',
  large: 'Large',
  boost: 'Boost',
  throne: 'THE THRONE VOTE',
};

const PRODUCTS: Record<PackageId, VoteProduct> = {
  small: 'votesSmall',
  medium: 'votesMedium',
  large: 'votesLarge',
  boost: 'votesBoost',
  throne: 'votesThrone',
};

export const VOTE_PRODUCTS: readonly VoteProduct[] = [...Object.values(PRODUCTS), 'votesMediumSimple'];

export function productOf(id: PackageId, page: VotePage): VoteProduct {
  return id === 'medium' && page === 'simple' ? 'votesMediumSimple' : PRODUCTS[id];
}

export function packageOf(product: string): PackageId | null {
  if (product === 'votesMediumSimple') return 'medium';
  return PACKAGE_IDS.find((id) => PRODUCTS[id] === product) ?? null;
}

export interface OfferedPackage {
  id: PackageId;
  name: string;
  votes: number;
  cents: number;
  /** 67¢ a vote */
  perVote: string;
}

export function listPackages(prices: Prices, page: VotePage): OfferedPackage[] {
  return PACKAGE_IDS.map((id) => {
    const cents = prices[productOf(id, page)];
    const votes = PACKAGE_VOTES[id];
    return { id, name: PACKAGE_NAMES[id], votes, cents, perVote: `${Math.round(cents / votes)}¢ a vote` };
  });
}

/** The packages a link may open. The throne needs a comment first, so it is not one of them. */
export function readLinkedPackage(value: unknown): Exclude<PackageId, 'throne'> | null {
  return value === 'small' || value === 'medium' || value === 'large' || value === 'boost' ? value : null;
}
