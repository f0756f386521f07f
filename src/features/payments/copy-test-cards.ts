/** The cards of test mode, as the payment page lists them. */

/** What test mode takes, and what each does. */
export const TEST_CARD_GUIDE: readonly { number: string; does: string }[] = [
  { number: '4242 4242 4242 4242', does: 'succeeds' },
  { number: '4000 0000 0000 0002', does: 'is declined' },
  { number: '4000 0000 0000 9995', does: 'has insufficient funds' },
  { number: '4000 0000 0000 0069', does: 'has expired' },
  { number: '4000 0000 0000 0127', does: 'has a wrong CVC' },
  { number: '4000 0000 0000 0077', does: 'is processing for 20 seconds' },
  { number: '4000 0027 6000 3184', does: 'asks for 3-D Secure' },
  { number: '4000 0000 0000 0259', does: 'succeeds, then is disputed' },
];
