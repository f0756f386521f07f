/**
 * Text messages as the rest of the house sees them: one message to one number under a key of its own, and what became
 * of it. Who may be texted, and whether they agreed, is decided before anything comes here.
 */

export interface Text {
  /** E.164. */
  to: string;
  body: string;
  /** The same key is the same message: however often it is asked for, it is sent once. */
  idempotencyKey: string;
}

export type Delivery = 'waiting' | 'delivered' | 'undelivered';

export interface Texts {
  readonly name: 'outbox' | 'twilio';
  /** Resolves once the provider took the message. Throws TextError when it will not, or cannot be reached. */
  sendText(text: Text): Promise<{ sid: string }>;
  /** What the network said since; null when the provider knows no such message. */
  readDelivery(sid: string): Promise<Delivery | null>;
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
