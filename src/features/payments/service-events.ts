/** The provider's events: believed when signed, stored once, processed by a job. */
import { and, eq } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { AppError } from '#platform/errors.ts';
import { PaymentError } from '#ports/payments.ts';
import { EVENT_JOB } from './job-names.ts';
import { refreshPayment, type SettleDeps } from './service-settle.ts';
import { paymentEvents } from './table.ts';

type Headers = Record<string, string | string[] | undefined>;

/** True when the event is new. One seen before, or about nothing of ours, is simply acknowledged. */
export async function receiveEvent(
  { db, clock, queue, payments }: Pick<Deps, 'db' | 'clock' | 'queue' | 'payments'>,
  rawBody: Buffer,
  headers: Headers,
): Promise<boolean> {
  const event = await payments.verifyWebhook(rawBody, headers).catch((error) => {
    if (error instanceof PaymentError && error.code === 'bad_signature')
      throw new AppError('invalid', 'The signature of this event is not valid.');
    throw error;
  });
  return db.transaction(async (tx) => {
    const stored = await tx
      .insert(paymentEvents)
      .values({
        provider: payments.name,
        eventId: event.id,
        type: event.type,
        providerPaymentId: event.intentId,
        sentAt: event.sentAt,
        receivedAt: clock.now(),
        processedAt: event.intentId ? null : clock.now(),
      })
      .onConflictDoNothing()
      .returning({ eventId: paymentEvents.eventId });
    if (stored.length === 0) return false;
    if (event.intentId) await queue.enqueue(tx, EVENT_JOB, { provider: payments.name, eventId: event.id });
    return true;
  });
}

/** An event only says that something happened; the provider is asked what. So the order of events does not matter. */
export async function processEvent(deps: SettleDeps, provider: string, eventId: string): Promise<void> {
  const { db, clock, payments } = deps;
  const isIt = and(eq(paymentEvents.provider, provider), eq(paymentEvents.eventId, eventId));
  const [event] = await db.select().from(paymentEvents).where(isIt);
  if (!event || event.processedAt || provider !== payments.name) return;
  if (event.providerPaymentId) await refreshPayment(deps, event.providerPaymentId);
  await db.update(paymentEvents).set({ processedAt: clock.now() }).where(isIt);
}
