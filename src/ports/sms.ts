/**
 * Text messages as the rest of the house sees them: one message to one number under a key of its own, and what became
 * of it. Who may be texted, and whether they agreed, is decided before anything comes here.
 */
import type { Tx } from '#platform/db/connect.ts';

export interface Text {
  /** E.164. */
  to: string;
  body: string;
  /** The same key is the same message: however often it is asked for, it is sent once. */
  idempotencyKey: string;
  /** Not before this moment; only where `canSchedule` said yes to it. */
  sendAfter?: Date;
}

export type Delivery = 'waiting' | 'delivered' | 'undelivered';

/** What a provider tells us unasked: the delivery of a message, or an answer to one. */
export type TextEvent =
  | { kind: 'delivery'; sid: string; delivery: Delivery }
  | { kind: 'reply'; from: string; body: string };

/** A callback as it arrived: its address as the provider knows it, its signature, its bytes. */
export interface TextCallback {
  url: string;
  signature: string | undefined;
  body: string;
}

export interface Sms {
  readonly name: 'outbox' | 'twilio';
  /** Resolves once the provider took the message. Throws TextError when it will not, or cannot be reached. */
  sendText(text: Text): Promise<{ sid: string }>;
  /** Whether the provider itself keeps a message until then. Otherwise whoever asks has to keep it. */
  canSchedule(at: Date): boolean;
  /**
   * Calls a message off that waits at the provider: true when it will not go, false when it is too late or nobody knows
   * it. A message called off frees its key. Throws TextError when the provider cannot be reached.
   */
  cancelText(sid: string): Promise<boolean>;
  /** What the network said since; null when the provider knows no such message. */
  readDelivery(sid: string): Promise<Delivery | null>;
  /** What a phone would show of a message, by its key. Only where no phone rings. */
  readTestPhone?(idempotencyKey: string): Promise<string | null>;
  /** What a callback says; null when it is not the provider's. */
  readCallback(callback: TextCallback): TextEvent | null;
  /** Forgets a number wherever our own database keeps it for a provider; in keys the stand-in takes its place. */
  eraseNumber(tx: Tx, phone: string, standIn: string): Promise<void>;
  /** Forgets what these messages said. */
  eraseBodies(tx: Tx, sids: readonly string[]): Promise<void>;
  /** Forgets messages from before then that are over; returns how many. */
  sweep(before: Date, atMost: number): Promise<number>;
}

export type TextErrorCode = 'refused' | 'unavailable';

export class TextError extends Error {
  override name = 'TextError';
  constructor(
    readonly code: TextErrorCode,
    message: string,
    options?: { cause?: unknown },
  ) {
    super(message, options);
  }
}
