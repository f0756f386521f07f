/**
 * The catalogue: everything that can be bought, at the campaign's prices, in cents. It is the only source of prices: a
 * page shows them, a charge takes them, and an amount that a client sends is only ever compared with them.
 */
import type { Prices, ProductId } from '#campaign/document.ts';

interface Product {
  /** As it stands on a receipt. */
  name: string;
  /** What it is bought for. */
  subject: 'submission' | 'album';
  /** Of products in one family a subject has at most one open payment: they replace each other. */
  family: 'tour' | 'entry' | 'distribution' | 'votes' | 'album-submission' | 'album-release';
  /** Something limited is held while its payment is open, so that is not open for long. */
  limited?: true;
}

export const PRODUCTS: Record<ProductId, Product> = {
  tourEntry: { name: 'Tour entry', subject: 'submission', family: 'tour', limited: true },
  standardEntry: { name: 'Final round entry', subject: 'submission', family: 'entry' },
  discountedEntry: {
    name: 'Final round entry, discounted',
    subject: 'submission',
    family: 'entry',
    limited: true,
  },
  distribution: { name: 'Distribution', subject: 'submission', family: 'distribution' },
  votesSmall: { name: '15 votes', subject: 'submission', family: 'votes' },
  votesMedium: { name: '40 votes', subject: 'submission', family: 'votes' },
  votesMediumSimple: { name: '40 votes', subject: 'submission', family: 'votes' },
  votesLarge: { name: '60 votes', subject: 'submission', family: 'votes' },
  votesBoost: { name: '85 votes', subject: 'submission', family: 'votes' },
  votesThrone: { name: 'THE THRONE VOTE, 250 votes', subject: 'submission', family: 'votes' },
  albumSubmission: { name: 'Album submission', subject: 'album', family: 'album-submission' },
  albumWinner: { name: 'Album Winner Package', subject: 'album', family: 'album-release' },
  albumPublication: { name: 'Album publication', subject: 'album', family: 'album-release' },
};

export const PRODUCT_IDS = Object.keys(PRODUCTS) as ProductId[];

export const isVotes = (product: ProductId) => PRODUCTS[product].family === 'votes';

/** The briefs' calls send an amount in cents (1999) or in dollars (19.99), each always the same way. */
export type AmountUnit = 'cents' | 'dollars';

/** Whole cents, or null when the number is no amount in that unit. */
export function readCents(amount: number, unit: AmountUnit): number | null {
  const cents = unit === 'cents' ? amount : Math.round(amount * 100);
  const exact = unit === 'cents' || Math.abs(cents - amount * 100) < 1e-6;
  return Number.isSafeInteger(cents) && cents > 0 && exact ? cents : null;
}

export function isPriceOf(prices: Prices, product: ProductId, amount: number, unit: AmountUnit): boolean {
  return readCents(amount, unit) === prices[product];
}

/** $29.99 */
export function formatCents(cents: number): string {
  const sign = cents < 0 ? '-' : '';
  // Not by the browser's tables of languages: loading them takes longer than the page that shows a price.
  const whole = String(Math.floor(Math.abs(cents) / 100)).replace(/\B(?=(\d{3})+$)/g, ',');
  return `${sign}$${whole}.${String(Math.abs(cents) % 100).padStart(2, '0')}`;
}

/** What /api/create-payment-intent was asked for. Our own pages name the product; the briefs' calls do not. */
export interface IntentRequest {
  product?: ProductId;
  submissionId?: number;
  albumId?: number;
  amount?: number;
}

export type Reading = { product: ProductId } | { refused: string };

export const AMOUNT_REFUSED = 'The amount is not the price of what is being bought.';
export const PRODUCT_REFUSED = 'Say what is being bought.';

/** Which product a call means (decisions: "Calls that do not name their product"), and that its amount is right. */
export function readIntentRequest(prices: Prices, request: IntentRequest): Reading {
  if (request.product) return readNamed(prices, request.product, request.amount);
  if (request.submissionId !== undefined)
    return readBare(prices, request.amount, 'cents', ['distribution', 'tourEntry'], 'tourEntry');
  if (request.amount === undefined) return { refused: PRODUCT_REFUSED };
  return readBare(prices, request.amount, 'dollars', ['albumSubmission', 'albumPublication']);
}

/** A named product may come with its amount either way: the price is known, so there is nothing to guess. */
function readNamed(prices: Prices, product: ProductId, amount: number | undefined): Reading {
  if (amount === undefined) return { product };
  const right = isPriceOf(prices, product, amount, 'cents') || isPriceOf(prices, product, amount, 'dollars');
  return right ? { product } : { refused: AMOUNT_REFUSED };
}

function readBare(
  prices: Prices,
  amount: number | undefined,
  unit: AmountUnit,
  candidates: ProductId[],
  otherwise?: ProductId,
): Reading {
  if (amount === undefined) return otherwise ? { product: otherwise } : { refused: PRODUCT_REFUSED };
  const product = candidates.find((candidate) => isPriceOf(prices, candidate, amount, unit));
  return product ? { product } : { refused: AMOUNT_REFUSED };
}
