/** Chooses the payment provider. The sandbox never starts in production, unless the campaign itself is a demo. */

import type { Deps } from '#deps.ts';
import { SANDBOX_DELIVERY_JOB, SANDBOX_SETTLE_JOB } from '#features/payments/job-names.ts';
import { StartError } from '#platform/errors.ts';
import type { PaymentProvider } from '#ports/payments.ts';
import { openSandbox } from '#providers/payments/embedded.ts';

type SandboxDeps = Pick<Deps, 'config' | 'campaign' | 'db' | 'clock' | 'tokens' | 'queue'>;

export async function openPayments({
  config,
  campaign,
  db,
  clock,
  tokens,
  queue,
}: SandboxDeps): Promise<PaymentProvider> {
  if (config.payments.kind === 'stripe') {
    // Two hundred files, for those who have an account there.
    const { openStripe } = await import('#providers/payments/stripe.ts');
    return openStripe(config.payments);
  }
  if (config.production && !campaign.demo)
    throw new StartError(
      'The payment sandbox does not run in production: set PAYMENTS=stripe, or use a campaign marked as a demo.',
    );
  return openSandbox({
    db,
    clock,
    webhookSecret: tokens.digest('sandbox', 'webhooks'),
    onEvent: async (tx, eventId) => {
      await queue.enqueue(tx, SANDBOX_DELIVERY_JOB, { eventId });
    },
    onProcessing: async (tx, seconds) => {
      await queue.enqueue(tx, SANDBOX_SETTLE_JOB, {}, { startAfterSeconds: seconds });
    },
  });
}
