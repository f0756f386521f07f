/** The state of a payment in a word or two, for its receipt and for lists. */
import type { Receipt } from './contract.ts';

type Tone = 'plain' | 'good' | 'warm';
type Summed = Pick<Receipt, 'status' | 'amount' | 'refunded' | 'grantState' | 'dispute'>;

export function sumUp({ status, amount, refunded, grantState, dispute }: Summed): [Tone, string] {
  if (status === 'canceled') return ['plain', 'Cancelled'];
  if (status === 'processing') return ['warm', 'Processing'];
  if (status !== 'succeeded') return ['plain', 'Not paid'];
  if (refunded === amount) return ['plain', 'Refunded'];
  if (grantState === 'refused') return ['warm', 'Being refunded'];
  if (dispute === 'lost') return ['plain', 'Given back by the bank'];
  if (dispute === 'open') return ['warm', 'Disputed'];
  return refunded > 0 ? ['good', 'Paid, part refunded'] : ['good', 'Paid'];
}
