/** The jobs of payments, by name: what others need to enqueue them. */
import { z } from 'zod';

/** Processes a stored event of the provider. */
export const EVENT_JOB = {
  name: 'payment-event',
  payload: z.object({ provider: z.string(), eventId: z.string() }),
  options: { retryLimit: 8, retryDelay: 2 },
};

/** Sends a refund to the provider. */
export const REFUND_JOB = {
  name: 'payment-refund',
  payload: z.object({ refundId: z.int() }),
  options: { retryLimit: 10, retryDelay: 5 },
};

/** Cancels payments that nobody finishes. */
export const ABANDON_JOB = {
  name: 'payment-abandon',
  payload: z.object({}),
  options: { cron: '* * * * *', retryLimit: 0 },
};

/** Compares our payments with the provider's. */
export const RECONCILE_JOB = {
  name: 'payment-reconcile',
  payload: z.object({}),
  options: { cron: '*/10 * * * *', retryLimit: 1 },
};

/** Carries an event of the sandbox provider to our webhook, as a real provider would. */
export const SANDBOX_DELIVERY_JOB = {
  name: 'sandbox-delivery',
  payload: z.object({ eventId: z.string() }),
  options: { retryLimit: 8, retryDelay: 2 },
};

/** Ends sandbox payments that were processing. */
export const SANDBOX_SETTLE_JOB = {
  name: 'sandbox-settle',
  payload: z.object({}),
  options: { retryLimit: 3 },
};
