/** Refunds: every price, and what happens when money comes late, twice, or goes back. */
import type { Campaign } from './contract.ts';
import { type LegalDocument, sayCount, sayMoney } from './rules-document.ts';

export function writeRefunds(campaign: Campaign): LegalDocument {
  const { prices, support, label } = campaign;
  const rows: [string, number][] = [
    ['Tour entry', prices.tourEntry],
    ['Final round entry', prices.standardEntry],
    ['Final round entry, discounted', prices.discountedEntry],
    ['Distribution of a track', prices.distribution],
    ['Album submission', prices.albumSubmission],
    ['Album Winner Package', prices.albumWinner],
    ['Album publication', prices.albumPublication],
  ];
  return {
    title: 'Refunds',
    lead: 'What you pay, what you get for it, and when the money goes back. Sending a track, its score and its results cost nothing.',
    parts: [
      {
        id: 'prices',
        title: 'Prices',
        blocks: [
          'The price on the page is the price charged. An amount sent by a browser is compared with this list and refused when it differs.',
          { table: { head: ['What', 'Price'], rows: rows.map(([name, cents]) => [name, sayMoney(cents)]) } },
          'Vote packages are listed in the [official rules](/rules#voting).',
        ],
      },
      {
        id: 'at-once',
        title: 'Refunded at once, by the server',
        blocks: [
          {
            list: [
              `A tour entry paid after its hold of ${sayCount(campaign.holdSeconds, 'second')} (${sayCount(campaign.payingHoldMinutes, 'minute')} once paying began), when no place is free any more.`,
              'A discounted entry paid when the offer or its spots were over.',
              'Votes whose money was taken after the voting page closed. They are not counted.',
              'The same thing paid twice, or anything paid for a track that was deleted.',
            ],
          },
        ],
      },
      {
        id: 'asking',
        title: 'Asking for a refund',
        blocks: [
          `Write to ${support.email} with the date, the artist and the track or album; staff answer ${support.hours}. Tour entry, final round entry, distribution and album releases can be given back until staff began to deliver them; the receipt shows the state of the order.`,
          'Votes that were counted are not given back, unless somebody used your card without your consent.',
        ],
      },
      {
        id: 'effects',
        title: 'What a refund takes back',
        blocks: [
          'When the whole amount went back, what it bought goes back too: a tour place becomes free, distribution stops, votes no longer count, an open order is cancelled. After a part refund you keep what you bought.',
          'While a bank examines a disputed payment, an open order waits and everything else stays. If the bank gives you the money back it counts as a whole refund; if not, the order goes on.',
        ],
      },
      {
        id: 'who',
        title: 'Who you bought from',
        blocks: [
          `${label}, ${support.postal}. Card numbers go to the payment provider and never reach this site.`,
        ],
      },
    ],
  };
}
