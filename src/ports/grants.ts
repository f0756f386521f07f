/**
 * What a payment gives is decided by the feature that sells it: its grants.ts follows this interface, and payments calls
 * whatever the features bring without knowing any of them.
 */
import type { ProductId } from '#campaign/document.ts';
import type { DbOrTx, Tx } from '#platform/db/connect.ts';
import type { Visitor } from '#platform/http/route.ts';

/** A purchase before it is paid. */
export interface PaymentDraft {
  id: number;
  product: ProductId;
  submissionId: number | null;
  albumId: number | null;
  /** What the feature itself put in when it asked for the payment, e.g. the vote package and the voter. */
  payload: Record<string, unknown>;
  /** Whose track or album it is, when somebody else pays: a gift holds nothing and opens nothing of the owner's. */
  giftTo: string | null;
}

/** Who is to hold something limited: a person or a browser, and the address it comes from. Digests. */
export interface Holder {
  key: string;
  address: string;
}

export interface PaidPayment extends PaymentDraft {
  /** The provider's own id, as record-vote and distribution-payment-success send it. */
  providerId: string;
  amount: number;
  currency: string;
  description: string;
  /** The provider's fingerprint of the card, where it gives one. */
  card: string | null;
  /** When the provider took the money, which may be long before we heard of it. */
  paidAt: Date;
}

/**
 * granted: given, in this transaction. refused: too late or already there, and the whole amount goes back at once; the
 * reason is shown to the buyer. waiting: paid, but it cannot be said for what (an album payment without its album).
 */
export type GrantOutcome =
  | { outcome: 'granted'; note: string }
  | { outcome: 'refused'; reason: string }
  | { outcome: 'waiting'; note: string };

export type RevokeReason = 'refunded' | 'dispute_lost';

export interface Grant {
  products: readonly ProductId[];
  /**
   * Before anybody pays, and again right before the card is charged: throws an AppError when it cannot be sold, holds
   * what is limited. Runs in a transaction; locks payment rows before its own, so take no payment lock in here.
   */
  prepare?(tx: Tx, draft: PaymentDraft, holder: Holder): Promise<void>;
  /** Gives back what `prepare` held: nobody can pay this any more. Runs once, in the transaction that marks it cancelled. */
  release?(tx: Tx, draft: PaymentDraft): Promise<void>;
  /** Runs once a payment, in the transaction that marks it succeeded. Everything it writes comes with it or not at all. */
  grant(tx: Tx, payment: PaidPayment): Promise<GrantOutcome>;
  /**
   * Takes back what `grant` gave: after a refund of the whole amount or a lost dispute. Runs once a payment. Answers
   * what the buyer reads on the receipt, or null for the ordinary sentence. `fresh`: we hear of both at once, so what
   * was given was never seen by anybody.
   */
  revoke(tx: Tx, payment: PaidPayment, reason: RevokeReason, fresh?: boolean): Promise<string | null>;
  /** While a dispute is open, and when it was won. */
  pause?(tx: Tx, payment: PaidPayment, paused: boolean): Promise<void>;
  /** For check-money: the payments whose goods are given now, read from the feature's own tables, with their cents. */
  listGranted(reader: DbOrTx): Promise<{ paymentId: number; cents: number }[]>;
  /** For check-money as well: where the feature's records and the payments disagree, a sentence each. */
  findDiscrepancies?(reader: DbOrTx): Promise<string[]>;
  /** For the receipt: how far people are with what was bought. */
  readOrder?(reader: DbOrTx, paymentId: number): Promise<OrderProgress | null>;
  /** For the receipt as well: the file a granted payment entitles to. */
  offerDownload?(payment: PaymentDraft): Download | null;
  /** Whether the album is this visitor's own, or they bear its signed link. (Payments know whose a submission is.) */
  isTheirs?(reader: DbOrTx, albumId: number, visitor: Visitor, access?: string): Promise<boolean>;
  /** What it can be bought for, by id or by a search pattern over names; all of it, newest first, when neither is given. */
  findSubjects?(reader: DbOrTx, wanted: { id?: number; words?: string }): Promise<Subject[]>;
}

export interface OrderProgress {
  state: 'waiting' | 'in_progress' | 'delivered' | 'paused' | 'cancelled';
  note: string;
  dueAt: Date;
  changedAt: Date;
}

export interface Download {
  label: string;
  /** On this site. */
  path: string;
}

/** What something is bought for, when payments cannot know it themselves: an album. */
export interface Subject {
  id: number;
  title: string;
  artistName: string;
  /** The number it was sent in with, in E.164. */
  phone: string | null;
}
