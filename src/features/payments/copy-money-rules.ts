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
    text: 'The price on the page is the price you are charged. The server keeps the prices; what a page sends is only compared with them.',
  },
  {
    id: 'truth',
    title: 'When something is paid',
    text: 'A purchase counts once the payment provider says the money was taken. You get it at that moment, exactly once, whether your browser, the provider or our own check tells us first.',
  },
  {
    id: 'one-open',
    title: 'One payment at a time',
    text: 'A track has at most one unfinished payment for the same thing, so it cannot be paid twice by accident. A payment nobody finishes is cancelled at the provider.',
  },
  {
    id: 'turning-back',
    title: 'Turning back while paying',
    text: 'Press Cancel payment and you are charged nothing: the payment is cancelled at the provider, the place or discounted spot held for it is free at once, and you can start again. If the money was taken before you pressed, it stays taken, and the page says so.',
  },
  {
    id: 'late-tour',
    title: 'Tour entry paid after the hold was over',
    text: 'You still get a place if one is free. If none is, the whole amount is refunded at once.',
  },
  {
    id: 'late-discount',
    title: 'Discount paid late',
    text: 'A discounted entry counts if the money was taken before the offer ended and a discounted spot is free. Otherwise the whole amount is refunded at once, and the standard price applies again. A discounted spot is sold once only, even after a refund.',
  },
  {
    id: 'missed-hearing',
    title: 'A hearing that did not take place',
    text: 'Where an entry fee promises that a jury hears the track by a date, and fewer jurors than promised had rated it when that date passed, the whole fee is refunded by itself.',
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
    text: 'When the whole amount is refunded, what you bought is taken back too: a tour place becomes free, distribution stops, votes bought with it no longer count, an open order is cancelled. After the campaign’s end such votes are void, but the final standings stay as they were.',
  },
  {
    id: 'refund-part',
    title: 'Part refund',
    text: 'When part of the amount is refunded, you keep what you bought.',
  },
  {
    id: 'dispute',
    title: 'Disputed card payment',
    text: 'While your bank looks into a dispute, an open order waits and everything else stays as it is. If the bank returns your money, that counts as a whole refund, even after the campaign’s end. If it does not, the order goes on. Until the bank decides we refund nothing ourselves: you would be paid twice.',
  },
  {
    id: 'orders',
    title: 'What needs a person',
    text: 'Tour entries, final round entries, distribution and album releases become orders that staff work on. Your receipt shows the state of yours and the day it is due.',
  },
];
