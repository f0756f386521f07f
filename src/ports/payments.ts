/**
 * The payment provider as the rest of the house sees it: intents that somebody pays in the browser, refunds, a list to
 * compare with, and signed events. Whatever stands behind it, its word is the only truth about money.
 */
import type { Tx } from '#platform/db/connect.ts';

export type IntentState =
  | 'requires_payment_method'
  | 'requires_action'
  | 'processing'
  | 'succeeded'
  | 'canceled';

export type DisputeState = 'none' | 'open' | 'won' | 'lost';

export interface NewIntent {
  /** Cents. */
  amount: number;
  currency: string;
  description: string;
  /** Ours to find the payment again: shown to staff, never secret. */
  metadata: Record<string, string>;
  /** The same key is the same intent, however often it is asked for. */
  idempotencyKey: string;
}

export interface ProviderIntent {
  id: string;
  clientSecret: string;
  amount: number;
  currency: string;
  description: string;
  metadata: Record<string, string>;
  state: IntentState;
  createdAt: Date;
  /** When the money was taken. */
  paidAt: Date | null;
  /** Cents given back so far. */
  refunded: number;
  dispute: DisputeState;
  /** Why the last try failed, in the provider's words for the buyer. */
  failure: { code: string; message: string } | null;
  /** The same card has the same fingerprint in every payment; null where the provider gives none. */
  card: { brand: string; last4: string; fingerprint: string | null } | null;
}

export interface RefundRequest {
  intentId: string;
  /** Cents. */
  amount: number;
  idempotencyKey: string;
}

/** That something happened to an intent: what, is read from the provider, so order and repetition do not matter. */
export interface ProviderEvent {
  id: string;
  type: string;
  sentAt: Date;
  /** null: about something that is no payment of ours. */
  intentId: string | null;
}

export interface IntentPage {
  /** Newest first. */
  intents: ProviderIntent[];
  /** Pass as `after` for the next page; null on the last. */
  next: string | null;
}

export interface PaymentProvider {
  readonly name: 'sandbox' | 'stripe';
  /** No real money moves: said wherever the provider appears. */
  readonly testMode: boolean;
  /** What the card form in the browser needs to know. */
  readonly browser: { kind: 'sandbox' } | { kind: 'stripe'; publishableKey: string };
  /** Only the sandbox: the part of a real provider that runs on its own servers. */
  readonly sandbox: SandboxControls | null;
  createIntent(intent: NewIntent): Promise<ProviderIntent>;
  /** null when the provider knows no such intent. */
  getIntent(id: string): Promise<ProviderIntent | null>;
  /** Cancels what can still be cancelled; whatever it is now comes back (it may have been paid meanwhile). */
  cancelIntent(id: string): Promise<ProviderIntent>;
  refund(request: RefundRequest): Promise<{ id: string }>;
  /** What intents were said to be for gives way to other words, wherever our own database keeps it for a provider. */
  eraseDescriptions(tx: Tx, ids: readonly string[], words: string): Promise<void>;
  listIntents(page?: { after?: string; limit?: number; since?: Date }): Promise<IntentPage>;
  /** Throws PaymentError('bad_signature') for what the provider did not send. */
  verifyWebhook(
    rawBody: Buffer,
    headers: Record<string, string | string[] | undefined>,
  ): Promise<ProviderEvent>;
}

export interface Card {
  /** Digits only. */
  number: string;
  expiryMonth: number;
  expiryYear: number;
  cvc: string;
}

export interface Confirmation {
  intent: ProviderIntent;
  error: { type: 'card_error' | 'validation_error' | 'api_error'; code: string; message: string } | null;
  /** Where the browser has to go for 3-D Secure. */
  challengeCode: string | null;
}

export interface Challenge {
  amount: number;
  currency: string;
  description: string;
  cardLast4: string;
}

export interface SandboxControls {
  confirm(clientSecret: string, card: Card, returnPath: string): Promise<Confirmation>;
  readChallenge(code: string): Promise<Challenge | null>;
  /** What the buyer chose on the bank's page; null when the challenge is over. */
  answerChallenge(
    code: string,
    approved: boolean,
  ): Promise<{ intent: ProviderIntent; returnPath: string } | null>;
  openDispute(id: string): Promise<void>;
  closeDispute(id: string, won: boolean): Promise<void>;
  /** Ends payments that were processing long enough; returns how many. */
  settleDue(): Promise<number>;
  /** The signed request that carries an event; null when there is no such event. */
  composeWebhook(eventId: string): Promise<{ body: string; headers: Record<string, string> } | null>;
  markDelivered(eventId: string): Promise<void>;
  /** Forgets events that were delivered before then; returns how many. */
  sweepEvents(before: Date, atMost: number): Promise<number>;
}

export type PaymentErrorCode =
  | 'bad_signature'
  | 'not_found'
  | 'idempotency_mismatch'
  | 'not_refundable'
  | 'invalid_request'
  | 'unavailable';

export class PaymentError extends Error {
  override name = 'PaymentError';
  constructor(
    readonly code: PaymentErrorCode,
    message: string,
    options?: { cause?: unknown },
  ) {
    super(message, options);
  }
}
