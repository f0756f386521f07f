/** Queues in words, for the dashboard. */
const WORK: Record<string, string> = {
  measure: 'Measuring recordings',
  words: 'Words that come after the report',
  report: 'Writing reports',
  'renew-analyses': 'Analysing again with a newer engine',
  'process-batch': 'Runs that staff started',
  'album-report': 'Writing reports of albums',
  'album-batch': 'Publishing albums',
  'album-selection': 'Selected albums that can no longer be recalled',
  'album-sweep': 'Forgetting album drafts',
  'payment-event': 'Events of the payment provider',
  'payment-refund': 'Refunds',
  'payment-reconcile': 'Comparing payments with the provider',
  'payment-abandon': 'Closing payments nobody finished',
  'sandbox-delivery': 'Sandbox: events',
  'sandbox-settle': 'Sandbox: slow payments',
  'referral-delivery': 'Deliveries of referrals',
  'texts-round': 'Texts that are due, and their receipts',
  'texts-erase-numbers': 'Erasing numbers nobody answered from',
  'message-due': 'Messages that can no longer be recalled',
  'notice-text': 'Texts beside notices',
  'rank-watch': 'Looking who was overtaken',
  'fan-moves-sweep': 'Tidying the fan ranking',
  sweep: 'Deleting files nobody owns',
  'sweep-sign-ins': 'Forgetting failed sign-ins',
  'sweep-proofs': 'Forgetting codes and expired sign-ins',
  version: 'New versions of a track',
  'reconcile-runs': 'Looking for runs whose job is gone',
  'rank-history': 'Writing down ranks that changed',
  'artist-news': 'Telling followers about new tracks',
  'duel-ranking': 'Ranking by duels',
  'ledger-seal': 'Sealing the public ledger',
  'juries.hearings': 'Refunds of hearings that were promised and missed',
  'release-master': 'Checking lossless masters',
  'release-print-cover': 'Printing covers for stores',
  'release-deliver': 'Sending releases to the distributor',
  'release-sweep': 'Forgetting masters nobody finished',
};

/** A queue without words here goes by its name. */
export function sayWork(name: string): string {
  const plain = name.replaceAll('-', ' ');
  return WORK[name] ?? plain.charAt(0).toUpperCase() + plain.slice(1);
}
