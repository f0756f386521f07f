/** Refunds: every price of the catalogue, the written rules of money as the payments code keeps them, and how to ask. */

import type { Campaign, ProductId } from '#campaign/document.ts';
import { ORDER_DUE_DAYS } from '#features/orders/rules.ts';
import { MONEY_RULES } from '#features/payments/copy-money-rules.ts';
import { ABANDONED_AFTER_MINUTES } from '#features/payments/rules.ts';
import { formatCents, isVotes, PRODUCT_IDS, PRODUCTS } from '#features/payments/rules-catalogue.ts';
import { type DocumentPart, type LegalDocument, sayCount } from './copy.ts';

export function writeRefunds(campaign: Campaign): LegalDocument {
  const { support, label } = campaign;
  return {
    title: 'Refunds',
    lead: 'What you pay, what you get for it, and when you get your money back. Sending a track, getting its score and reading its results are free.',
    parts: [
      {
        id: 'prices',
        title: 'Prices',
        blocks: [
          priceTable(
            campaign,
            PRODUCT_IDS.filter((id) => !isVotes(id)),
          ),
          'Vote packages are listed in the [official rules](/rules#voting).',
        ],
      },
      ...moneyParts(),
      {
        id: 'delivery',
        title: 'How long it takes',
        blocks: [
          {
            table: {
              head: ['What', 'Due after'],
              rows: [
                ['Tour entry', sayCount(ORDER_DUE_DAYS.tour, 'day')],
                ['Final round entry', sayCount(ORDER_DUE_DAYS.entry, 'day')],
                ['Distribution of a track', sayCount(ORDER_DUE_DAYS.distribution, 'day')],
                ['Album release', sayCount(ORDER_DUE_DAYS.release, 'day')],
              ],
            },
          },
          `A payment nobody finishes is cancelled after ${sayCount(ABANDONED_AFTER_MINUTES.other / 60, 'hour')}, one that holds a place after ${sayCount(ABANDONED_AFTER_MINUTES.held, 'minute')}. You are charged nothing.`,
        ],
      },
      {
        id: 'asking',
        title: 'Asking for a refund',
        blocks: [
          `Write to ${support.email} with the date, the artist and the track or album; staff answer ${support.hours}. Tour entry, final round entry, distribution and album releases can be refunded until staff start on them; your receipt shows how far your order is.`,
          'Counted votes are not refunded, unless somebody used your card without your consent.',
        ],
      },
      {
        id: 'who',
        title: 'Who you bought from',
        blocks: [
          `${label}, ${support.postal}. Real card numbers go to the payment provider and never reach this site; a form marked as test mode is our own and accepts only published test numbers.`,
        ],
      },
    ],
  };
}

/** The rules of money, each with an address of its own. */
function moneyParts(): DocumentPart[] {
  return MONEY_RULES.filter(({ id }) => id !== 'price').map(({ id, title, text }) => ({
    id,
    title,
    blocks: [text],
  }));
}

/** Names as they stand on a receipt, with the campaign's prices. */
export function priceTable(
  { prices }: Pick<Campaign, 'prices'>,
  ids: readonly ProductId[],
  /** What tells apart two products of one name. */
  notes: Partial<Record<ProductId, string>> = {},
) {
  return {
    table: {
      head: ['What', 'Price'],
      rows: ids.map((id) => [PRODUCTS[id].name + (notes[id] ?? ''), formatCents(prices[id])]),
    },
  };
}
