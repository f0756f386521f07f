/** Chooses the payment provider. The sandbox never starts in production, unless the campaign itself is a demo. */
import { SANDBOX_DELIVERY_JOB, SANDBOX_SETTLE_JOB } from '#features/payments/rules-jobs.ts';
import { StartError } from '#platform/errors.ts';
import { openSandbox } from '#providers/payments/embedded.ts';
import type { PaymentProvider } from '#providers/payments/port.ts';
import { openStripe } from '#providers/payments/stripe.ts';
import type { Deps } from './deps.ts';

export function openPayments(deps: Deps): PaymentProvider {
  const { config, campaign } = deps;
  if (config.payments.kind === 'stripe') return openStripe(config.payments);
  if (config.production && !campaign.demo)
    throw new StartError(
      'The payment sandbox does not run in production: set PAYMENTS=stripe, or use a campaign marked as a demo.',
    );
  return openSandbox({
    db: deps.db,
    clock: deps.clock,
    webhookSecret: deps.tokens.digest('sandbox', 'webhooks'),
    onEvent: async (tx, eventId) => {
      await deps.queue.enqueue(tx, SANDBOX_DELIVERY_JOB, { eventId });
    },
    onProcessing: async (tx, seconds) => {
      await deps.queue.enqueue(tx, SANDBOX_SETTLE_JOB, {}, { startAfterSeconds: seconds });
    },
  });
}
