/** What a buyer may read about a payment. */

export const COPY = {
  alreadyPaid: 'This has been paid already.',
  canceled: 'This payment was cancelled because it was not finished. Please start again.',
  priceChanged: 'The price changed since you opened this page. Please start again to see it.',
  providerDown: 'Could not initialize payment. Please try again later.',
  notPaid: 'The payment provider has not confirmed this payment.',
  notYours:
    'This payment was begun in another browser. Open it there, or sign in with the number it was begun with.',
  otherPayment: 'This payment is not for that submission.',
  trackGone: 'The track this was for had been deleted, so the whole amount goes back.',
  wentBack: 'The whole amount went back, and what it bought with it.',
  refunded: 'Nothing is left of this payment to refund.',
  disputed: 'A bank is examining this payment. It can be refunded once the dispute is decided.',
} as const;
