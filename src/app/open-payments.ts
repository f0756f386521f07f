/** Chooses the payment provider. The sandbox never starts in production, unless the campaign itself is a demo. */

import type { Deps } from '#deps.ts';
import { SANDBOX_DELIVERY_JOB, SANDBOX_SETTLE_JOB } from '#features/payments/job-names.ts';
import { StartError } from '#platform/errors.ts';
import type { PaymentProvider } from '#ports/payments.ts';
import { openSandbox } from '#providers/payments/embedded.ts';
import { openStripe } from '#providers/payments/stripe.ts';

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
