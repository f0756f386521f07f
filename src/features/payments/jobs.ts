/** What happens to payments without anybody waiting. */
import type { Deps } from '#deps.ts';
import { type Job, job } from '#platform/jobs/job.ts';
import {
  ABANDON_JOB,
  EVENT_JOB,
  RECONCILE_JOB,
  REFUND_JOB,
  SANDBOX_DELIVERY_JOB,
  SANDBOX_SETTLE_JOB,
} from './job-names.ts';
import { cancelAbandoned } from './service-abandon.ts';
import { processEvent } from './service-events.ts';
import { reconcilePayments } from './service-reconcile.ts';
import { sendRefund } from './service-refunds.ts';
import { deliverEvent } from './service-sandbox.ts';

export function paymentJobs(deps: Deps): Job[] {
  return [
    job(EVENT_JOB, ({ provider, eventId }) => processEvent(deps, provider, eventId)),
    job(REFUND_JOB, ({ refundId }) => sendRefund(deps, refundId)),
    job(ABANDON_JOB, async () => {
      const cancelled = await cancelAbandoned(deps);
      if (cancelled > 0) deps.log.info({ cancelled }, 'cancelled abandoned payments');
    }),
    job(RECONCILE_JOB, async () => {
      const { repaired, unknown, failed } = await reconcilePayments(deps);
      if (repaired + unknown + failed > 0) deps.log.warn({ repaired, unknown, failed }, 'reconciliation');
    }),
    job(SANDBOX_DELIVERY_JOB, ({ eventId }) => deliverEvent(deps, eventId)),
    job(SANDBOX_SETTLE_JOB, async () => {
      await deps.payments.sandbox?.settleDue();
    }),
  ];
}
