/** The wording of a receipt: lines about payment and order, and what was granted. */
import type { Receipt } from '../contract.ts';
import { formatCents } from '../rules-catalogue.ts';

export type Line = readonly [name: string, value: string];

const WAITING = ['creating', 'requires_payment_method', 'requires_action', 'processing'];

const day = (iso: string) => new Date(iso).toLocaleDateString(undefined, { dateStyle: 'long' });

export function listPayment(receipt: Receipt): Line[] {
  const lines: Line[] = [
    ['Bought', receipt.productName],
    ['Amount', formatCents(receipt.amount)],
    ['State', SAID[receipt.status] ?? receipt.status],
  ];
  if (receipt.failureMessage) lines.push(['Last try', receipt.failureMessage]);
  if (receipt.paidAt) lines.push(['Paid', day(receipt.paidAt)]);
  if (receipt.card) lines.push(['Card', `${receipt.card.brand} ···· ${receipt.card.last4}`]);
  if (receipt.refunded > 0) lines.push(['Given back', formatCents(receipt.refunded)]);
  if (receipt.refundWaiting > 0) lines.push(['On its way back', formatCents(receipt.refundWaiting)]);
  if (receipt.dispute !== 'none') lines.push(['Dispute', DISPUTE_SAID[receipt.dispute]]);
  return lines;
}

const SAID: Record<string, string> = {
  creating: 'not paid',
  requires_payment_method: 'not paid',
  requires_action: 'waiting for the bank',
  processing: 'processing',
  succeeded: 'paid',
  canceled: 'cancelled, nothing was charged',
};

const DISPUTE_SAID = {
  none: '',
  open: 'your bank is examining it',
  won: 'your bank left the payment as it was',
  lost: 'your bank gave the money back',
} as const;

/** The note of bought votes ends with the code of their own receipt, which is shown as a link. */
const VOTE_RECEIPT = /, vote receipt ([0-9a-z]{26})$/;

export const voteReceiptOf = (note: string | null) => VOTE_RECEIPT.exec(note ?? '')?.[1];

export function describeGrant({ grantState, grantNote, status }: Receipt): string {
  switch (grantState) {
    case 'granted':
      return `${grantNote?.replace(VOTE_RECEIPT, '')}.`;
    case 'refused':
    case 'revoked':
      return grantNote ?? '';
    case 'waiting':
      return 'It is paid. Staff still have to say what it belongs to.';
    default:
      return WAITING.includes(status) ? 'Nothing yet: it is not paid.' : 'Nothing: it was not paid.';
  }
}

const ORDER_SAID: Record<NonNullable<Receipt['order']>['state'], string> = {
  waiting: 'waiting for staff',
  in_progress: 'in progress',
  delivered: 'delivered',
  paused: 'on hold while the bank examines a dispute',
  cancelled: 'cancelled',
};

export function listOrder(order: NonNullable<Receipt['order']>): Line[] {
  const lines: Line[] = [
    ['Order', ORDER_SAID[order.state]],
    ['Last change', day(order.changedAt)],
  ];
  if (order.state === 'waiting' || order.state === 'in_progress') lines.push(['Due', day(order.dueAt)]);
  return lines;
}
