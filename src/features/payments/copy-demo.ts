/** Payments that 'Show Demo Data' shows: made up, tagged where they stand, never mixed with real ones. */
import type { PaymentRecord, PaymentSummary } from './contract-staff.ts';

const record = (
  id: string,
  product: 'standardEntry' | 'discountedEntry',
  names: [string, string],
  status: string,
  match: PaymentRecord['databaseMatch']['status'],
): PaymentRecord => ({
  id,
  paymentId: null,
  created: '2026-01-15T12:00:00.000Z',
  amount: product === 'standardEntry' ? 4999 : 2999,
  refunded: 0,
  refundWaiting: 0,
  dispute: 'none' as const,
  status,
  artistName: names[0],
  trackTitle: names[1],
  description: 'Demo payment',
  submissionId: null,
  unattached: false,
  allMetadata: { product, demo: 'true' },
  databaseMatch: { status: match, databaseArtistName: names[0], databaseTrackTitle: names[1] },
});

export const DEMO_PAYMENTS: readonly PaymentRecord[] = [
  record('demo_00000001', 'standardEntry', ['Demo Artist One', 'First Example'], 'succeeded', 'matched'),
  record(
    'demo_00000002',
    'discountedEntry',
    ['Demo Artist Two', 'Second Example'],
    'succeeded',
    'metadata_mismatch',
  ),
  record(
    'demo_00000003',
    'discountedEntry',
    ['Demo Artist Three', 'Third Example'],
    'processing',
    'not_found',
  ),
  record(
    'demo_00000004',
    'standardEntry',
    ['Demo Artist Four', 'Fourth Example'],
    'requires_payment_method',
    'matched',
  ),
];

export const DEMO_SUMMARY: PaymentSummary = {
  totalRevenue: 7998,
  standardPayments: 1,
  standardRevenue: 4999,
  discountedPayments: 1,
  discountedRevenue: 2999,
};
