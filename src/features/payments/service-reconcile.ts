/**
 * Compares our payments with the provider's and repairs what webhook and browser both missed: every intent in the
 * provider's list is settled again, stuck refunds are sent, and what cannot be explained is reported.
 */
import { and, eq, inArray, isNotNull, isNull, lt, notInArray } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { recordAudit, type StaffActor } from '#platform/audit.ts';
import type { ProviderIntent } from '#ports/payments.ts';
import { advance } from './rules-states.ts';
import { ensureAtProvider } from './service.ts';
import { processEvent } from './service-events.ts';
import { sendRefund } from './service-refunds.ts';
import { PaymentMismatchError, refreshPayment, type SettleDeps, settlePayment } from './service-settle.ts';
import {
  type PaymentRow,
  paymentEvents,
  paymentIntents,
  paymentRefunds,
  type ReconciliationFinding,
  reconciliationRuns,
} from './table.ts';

export interface Reconciliation {
  checked: number;
  repaired: number;
  /** Payments at the provider that are none of ours. */
  unknown: number;
  failed: number;
  findings: ReconciliationFinding[];
}

/** Beyond this, findings are counted but not listed. */
const MAX_FINDINGS = 200;
/** Younger ones may be on their way, in milliseconds. */
const GRACE_MS = 60_000;

export async function reconcilePayments(
  deps: SettleDeps,
  { since, startedBy }: { since?: Date; startedBy?: StaffActor } = {},
): Promise<Reconciliation> {
  const id = await beginRun(deps, startedBy);
  const report: Reconciliation = { checked: 0, repaired: 0, unknown: 0, failed: 0, findings: [] };
  const noteProgress = () =>
    deps.db.update(reconciliationRuns).set(countsOf(report)).where(eq(reconciliationRuns.id, id));
  const seen = await walkProvider(deps, report, { since, noteProgress });
  await finishUnanswered(deps, report);
  await refreshOpen(deps, report, seen);
  await processWaitingEvents(deps, report);
  await sendWaitingRefunds(deps, report);
  const findings = report.findings.slice(0, MAX_FINDINGS);
  await deps.db
    .update(reconciliationRuns)
    .set({ ...report, findings, finishedAt: deps.clock.now() })
    .where(eq(reconciliationRuns.id, id));
  return report;
}

/** Whoever starts it by hand is in the trail before anything is repaired; what it found is in the run itself. */
function beginRun({ db, clock }: SettleDeps, startedBy: StaffActor | undefined): Promise<number> {
  const now = clock.now();
  return db.transaction(async (tx) => {
    const [{ id }] = await tx
      .insert(reconciliationRuns)
      .values({ startedAt: now })
      .returning({ id: reconciliationRuns.id });
    const subject = { type: 'reconciliation', id };
    if (startedBy) await recordAudit(tx, { at: now, actor: startedBy, action: 'payments.sync', subject });
    return id;
  });
}

const countsOf = ({ checked, repaired, unknown, failed }: Reconciliation) => ({
  checked,
  repaired,
  unknown,
  failed,
});

interface Walk {
  since?: Date;
  /** After each page: whoever waits sees how far it is. */
  noteProgress: () => Promise<unknown>;
}

/** Returns the ids it met. */
async function walkProvider(
  deps: SettleDeps,
  report: Reconciliation,
  { since, noteProgress }: Walk,
): Promise<Set<string>> {
  const seen = new Set<string>();
  let after: string | undefined;
  do {
    const { intents, next } = await deps.payments.listIntents({ after, since });
    const ours = await findByProviderIds(
      deps,
      intents.map(({ id }) => id),
    );
    for (const intent of intents) {
      seen.add(intent.id);
      await compareOne(deps, report, intent, ours.get(intent.id));
    }
    await noteProgress();
    after = next ?? undefined;
  } while (after);
  return seen;
}

async function compareOne(
  deps: SettleDeps,
  report: Reconciliation,
  intent: ProviderIntent,
  before: PaymentRow | undefined,
): Promise<void> {
  report.checked += 1;
  await attempt(deps, report, { paymentId: null, providerId: intent.id }, async () => {
    if (before && !differs(before, intent)) return;
    // Asked again: the list may be older than what a webhook told us meanwhile.
    const settled = before ? await refreshPayment(deps, intent.id) : await settlePayment(deps, intent);
    if (!settled) {
      report.unknown += 1;
      note(report, null, intent.id, 'The provider has a payment that is not ours.');
    } else if (!before || differs(before, { ...settled, refunded: settled.refundedAmount })) {
      report.repaired += 1;
      note(report, settled.id, intent.id, `Was ${before?.state ?? 'unknown'}, is ${settled.state}.`);
    }
  });
}

async function findByProviderIds(
  { db, payments }: Pick<Deps, 'db' | 'payments'>,
  providerIds: string[],
): Promise<Map<string | null, PaymentRow>> {
  const rows = await db
    .select()
    .from(paymentIntents)
    .where(and(eq(paymentIntents.provider, payments.name), inArray(paymentIntents.providerId, providerIds)));
  return new Map(rows.map((row) => [row.providerId, row]));
}

function differs(row: PaymentRow, said: Parameters<typeof advance>[1] & { amount: number }): boolean {
  const known = { state: row.state, refunded: row.refundedAmount, dispute: row.dispute };
  const next = advance(known, said);
  return (
    row.amount !== said.amount ||
    next.state !== known.state ||
    next.refunded !== known.refunded ||
    next.dispute !== known.dispute
  );
}

/** Rows whose process died before the provider answered: asked for again, under the same key. */
async function finishUnanswered(deps: SettleDeps, report: Reconciliation): Promise<void> {
  const rows = await deps.db
    .select()
    .from(paymentIntents)
    .where(
      and(
        eq(paymentIntents.provider, deps.payments.name),
        isNull(paymentIntents.providerId),
        eq(paymentIntents.state, 'creating'),
        lt(paymentIntents.createdAt, new Date(deps.clock.now().getTime() - GRACE_MS)),
      ),
    );
  for (const row of rows)
    await attempt(deps, report, { paymentId: row.id, providerId: null }, async () => {
      await ensureAtProvider(deps, row);
      report.repaired += 1;
      note(report, row.id, null, 'Had not reached the provider.');
    });
}

/** Open payments are asked for one by one: the list may not reach back to them. */
async function refreshOpen(deps: SettleDeps, report: Reconciliation, seen: Set<string>): Promise<void> {
  const rows = await deps.db
    .select()
    .from(paymentIntents)
    .where(
      and(
        eq(paymentIntents.provider, deps.payments.name),
        isNotNull(paymentIntents.providerId),
        notInArray(paymentIntents.state, ['succeeded', 'canceled']),
      ),
    );
  for (const row of rows.filter(({ providerId }) => !seen.has(providerId!)))
    await attempt(deps, report, { paymentId: row.id, providerId: row.providerId }, async () => {
      const after = await refreshPayment(deps, row.providerId!);
      if (!after) note(report, row.id, row.providerId, 'The provider does not know this payment.');
      else if (after.state !== row.state) {
        report.repaired += 1;
        note(report, row.id, row.providerId, `Was ${row.state}, is ${after.state}.`);
      }
    });
}

async function processWaitingEvents(deps: SettleDeps, report: Reconciliation): Promise<void> {
  const before = new Date(deps.clock.now().getTime() - GRACE_MS);
  const waiting = await deps.db
    .select()
    .from(paymentEvents)
    .where(and(isNull(paymentEvents.processedAt), lt(paymentEvents.receivedAt, before)));
  for (const event of waiting)
    await attempt(deps, report, { paymentId: null, providerId: event.providerPaymentId }, () =>
      processEvent(deps, event.provider, event.eventId),
    );
}

async function sendWaitingRefunds(deps: SettleDeps, report: Reconciliation): Promise<void> {
  const before = new Date(deps.clock.now().getTime() - GRACE_MS);
  const waiting = await deps.db
    .select({ id: paymentRefunds.id, paymentId: paymentRefunds.paymentId })
    .from(paymentRefunds)
    .where(and(eq(paymentRefunds.state, 'waiting'), lt(paymentRefunds.askedAt, before)));
  for (const { id, paymentId } of waiting)
    await attempt(deps, report, { paymentId, providerId: null }, async () => {
      await sendRefund(deps, id);
      report.repaired += 1;
      note(report, paymentId, null, 'A refund had not been sent.');
    });
}

/** One payment that cannot be settled does not stop the others. */
async function attempt(
  { log }: Pick<Deps, 'log'>,
  report: Reconciliation,
  about: { paymentId: number | null; providerId: string | null },
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    report.failed += 1;
    log.error({ err: error, ...about }, 'reconciliation of one payment failed');
    const what = error instanceof PaymentMismatchError ? error.message : 'Could not be settled.';
    note(report, about.paymentId, about.providerId, what);
  }
}

function note(
  report: Reconciliation,
  paymentId: number | null,
  providerId: string | null,
  what: string,
): void {
  report.findings.push({ paymentId, providerId, what });
}
