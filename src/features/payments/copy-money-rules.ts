/** The written rules of money, printed on the rules and refund pages as they stand here. */
export interface MoneyRule {
  id: string;
  title: string;
  text: string;
}

export const MONEY_RULES: readonly MoneyRule[] = [
  {
    id: 'price',
    title: 'Prices',
    text: 'Every price is in the catalogue of this site. The price on the page is the price charged; an amount sent by a page is only compared with it.',
  },
  {
    id: 'truth',
    title: 'When something is paid',
    text: 'A purchase counts once the payment provider says that the money was taken, and is given in that same moment, exactly once, whether your browser, the provider or our own check tells us first.',
  },
  {
    id: 'one-open',
    title: 'One payment at a time',
    text: 'A track has at most one unfinished payment for the same thing, so it cannot be paid twice by accident. A payment nobody finishes is cancelled at the provider.',
  },
  {
    id: 'turning-back',
    title: 'Turning back while paying',
    text: 'Who presses Cancel payment is charged nothing: the payment is cancelled at the provider, the place or discounted spot held for it is free at once, and it can be begun again. Money that was taken before the press stays taken, and the page says so.',
  },
  {
    id: 'late-tour',
    title: 'Tour entry paid after the hold was over',
    text: 'You still get a place if one is free. If none is, the whole amount is refunded at once.',
  },
  {
    id: 'late-discount',
    title: 'Discount paid late',
    text: 'A discounted entry counts if the money was taken before the offer ended and a discounted spot is free. Otherwise the whole amount is refunded at once; the price is the standard one again. A discounted spot that was sold is never sold again, even after a refund.',
  },
  {
    id: 'missed-hearing',
    title: 'A hearing that did not take place',
    text: 'Where an entry fee promises that a jury hears the track by a date, and fewer jurors than promised had rated it when that date passed, the whole fee goes back by itself.',
  },
  {
    id: 'twice',
    title: 'Paid twice, or for a deleted track',
    text: 'If the same thing was already paid, or the track was deleted, the whole amount is refunded at once.',
  },
  {
    id: 'late-votes',
    title: 'Votes paid after voting closed',
    text: 'Votes whose money was taken before voting closed are counted, however late we hear of it. If the money was taken after it closed, the whole amount is refunded at once and no vote is counted.',
  },
  {
    id: 'vote-cap',
    title: 'Paid votes a day',
    text: 'A campaign may cap the votes a person, and a card, can buy in a day. The cap is said before you pay. Votes paid beyond it, say in two windows at once, are not counted, and the whole amount is refunded at once.',
  },
  {
    id: 'refund-whole',
    title: 'Whole refund',
    text: 'When the whole amount has been given back, what was bought is taken back too: a tour place becomes free, distribution stops, votes bought with it no longer count, an open order is cancelled. After the campaign’s end such votes are void, but the final standings stay as they were.',
  },
  {
    id: 'refund-part',
    title: 'Part refund',
    text: 'When a part of the amount has been given back, you keep what you bought.',
  },
  {
    id: 'dispute',
    title: 'Disputed card payment',
    text: 'While your bank examines a dispute, an open order waits and everything else stays as it is. If the bank gives you the money back, it counts as a whole refund, also after the campaign’s end. If it does not, the order goes on. Until the bank has decided, we give nothing back ourselves: you would be paid twice.',
  },
  {
    id: 'orders',
    title: 'What needs a person',
    text: 'Tour entries, final round entries, distribution and album releases become orders that staff work on. Your receipt shows the state of yours and the day it is due.',
  },
];
