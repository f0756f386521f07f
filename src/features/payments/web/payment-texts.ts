/** The briefs' sentences about payments, and which one an outcome gets. */
import { ApiError } from '#web/api-client.ts';

export const PAYMENT_TEXTS = {
  succeededTitle: 'Payment Successful',
  succeeded: 'Your payment was processed successfully!',
  cancelledTitle: 'Payment Cancelled',
  cancelled: 'Nothing was charged.',
  processing: 'Your payment is processing.',
  failed: 'Something went wrong with your payment.',
  retry: 'Your payment was not successful, please try again.',
  unexpected: 'An unexpected error occurred.',
  unknown: 'Something went wrong.',
  setUp: 'Failed to create payment intent',
  settingUp: 'An error occurred while setting up payment.',
  unavailable: 'Could not initialize payment. Please try again later.',
} as const;

export interface ProviderFailure {
  type?: string;
  code?: string;
  message?: string;
}

/** The outcome of an attempt to pay: the payment's state at the provider, and what was wrong with the card. */
export interface Tried {
  status: string;
  failure?: ProviderFailure;
}

/** card_error and validation_error speak for themselves; anything else is not the buyer's doing. */
export function failureText({ type, message }: ProviderFailure): string {
  const speaks = type === 'card_error' || type === 'validation_error';
  return speaks ? message || PAYMENT_TEXTS.failed : PAYMENT_TEXTS.unexpected;
}

/** Shown above the button after an attempt; null when there is nothing to say. */
export function outcomeText(tried: Tried | undefined): string | null {
  if (!tried || tried.status === 'succeeded') return null;
  if (tried.failure) return failureText(tried.failure);
  if (tried.status === 'processing') return PAYMENT_TEXTS.processing;
  return tried.status === 'requires_payment_method' ? PAYMENT_TEXTS.retry : PAYMENT_TEXTS.unknown;
}

/** Why a payment could not begin. */
export function setupText(error: unknown): string {
  if (!(error instanceof ApiError)) return PAYMENT_TEXTS.settingUp;
  const said = error.body?.error ?? error.body?.message;
  return said ? `Error: ${said}` : PAYMENT_TEXTS.setUp;
}

/** What a payment's state means on the way back from the bank's page. */
export function returnText(status: string, failureMessage: string | null): string {
  if (status === 'succeeded') return PAYMENT_TEXTS.succeeded;
  if (status === 'processing') return PAYMENT_TEXTS.processing;
  if (status === 'requires_payment_method') return failureMessage ?? PAYMENT_TEXTS.retry;
  return PAYMENT_TEXTS.unknown;
}
