/** The states of a payment, and how the provider's word moves them: only ever forward, however late or often it comes. */
export const OPEN_STATES = ['creating', 'requires_payment_method', 'requires_action', 'processing'] as const;
export type PaymentState = (typeof OPEN_STATES)[number] | 'succeeded' | 'canceled';
export type GrantState = 'none' | 'granted' | 'waiting' | 'refused' | 'revoked';
export type DisputeState = 'none' | 'open' | 'won' | 'lost';
export type MoneyEventKind =
  | 'created'
  | 'paid'
  | 'granted'
  | 'waiting'
  | 'refused'
  | 'attached'
  | 'refund_asked'
  | 'refunded'
  | 'revoked'
  | 'dispute_opened'
  | 'dispute_won'
  | 'dispute_lost'
  | 'canceled';

export interface Standing {
  state: PaymentState;
  /** Cents. */
  refunded: number;
  dispute: DisputeState;
}

export function isOpen(state: PaymentState): boolean {
  return state !== 'succeeded' && state !== 'canceled';
}

/**
 * What we know after hearing `said`, which may be older than what we knew. Money taken stays taken (giving it back is a
 * refund), a cancelled payment is only ever overruled by money that was taken, refunds only grow, a dispute only moves on.
 */
export function advance(known: Standing, said: Standing): Standing {
  return {
    state: laterState(known.state, said.state),
    refunded: Math.max(known.refunded, said.refunded),
    dispute: laterDispute(known.dispute, said.dispute),
  };
}

function laterState(known: PaymentState, said: PaymentState): PaymentState {
  if (known === 'succeeded' || said === 'succeeded') return 'succeeded';
  return known === 'canceled' ? known : said;
}

const DISPUTE_ORDER: Record<DisputeState, number> = { none: 0, open: 1, won: 2, lost: 2 };

function laterDispute(known: DisputeState, said: DisputeState): DisputeState {
  return DISPUTE_ORDER[said] > DISPUTE_ORDER[known] ? said : known;
}

/** What we keep of a payment, in cents. */
export function keptCents(payment: { amount: number } & Standing): number {
  if (payment.state !== 'succeeded' || payment.dispute === 'lost') return 0;
  return payment.amount - payment.refunded;
}
