/**
 * Proves that the money adds up: every payment, its lines in the book, what the features granted for it, its refunds and
 * the provider's own record say the same, to the cent. Reads only; what it finds is a list of sentences.
 */
import { sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import type { Tx } from '#platform/db/connect.ts';
import type { ProviderIntent } from '#ports/payments.ts';
import { formatCents } from './rules-catalogue.ts';
import { advance, keptCents, type Standing } from './rules-states.ts';
import { type PaymentRow, paymentIntents } from './table.ts';

export type CheckDeps = Pick<Deps, 'db' | 'payments' | 'grants'>;

export interface MoneyCheck {
  payments: number;
  /** What we keep, in cents: by the payments, by the book, and by the provider. */
  kept: { payments: number; book: number; provider: number };
  problems: string[];
}

export async function checkMoney(deps: CheckDeps): Promise<MoneyCheck> {
  // One snapshot of our records; the provider is asked afterwards, so it can only know more.
  const ours = await deps.db.transaction(
    async (tx) => {
      const rows = await tx.select().from(paymentIntents);
      const problems = [
        ...(await checkBook(tx)),
        ...(await checkGrants(deps, tx, rows)),
        ...(await checkRefunds(tx)),
      ];
      const { rows: book } = await tx.execute<{ cents: number }>(
        sql`SELECT coalesce(sum(cents), 0)::int AS cents FROM money_events`,
      );
      return { rows, problems, book: book[0].cents };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
  const provider = await checkProvider(deps, ours.rows);
  const kept = {
    payments: ours.rows.reduce((sum, row) => sum + keptCents(standingOf(row)), 0),
    book: ours.book,
    provider: provider.kept,
  };
  const problems = [...ours.problems, ...provider.problems];
  if (kept.payments !== kept.book)
    problems.push(`Payments keep ${formatCents(kept.payments)}, the book says ${formatCents(kept.book)}.`);
  if (kept.payments !== kept.provider)
    problems.push(`Payments keep ${formatCents(kept.payments)}, the provider ${formatCents(kept.provider)}.`);
  return { payments: ours.rows.length, kept, problems };
}

const standingOf = (row: PaymentRow): Standing & { amount: number } => ({
  state: row.state,
  refunded: row.refundedAmount,
  dispute: row.dispute,
  amount: row.amount,
});

async function listProblems(tx: Tx, query: ReturnType<typeof sql>): Promise<string[]> {
  const { rows } = await tx.execute<{ problem: string }>(query);
  return rows.map(({ problem }) => problem);
}

/** Each payment's lines add up to what it is, and tell the same story. */
function checkBook(tx: Tx): Promise<string[]> {
  return listProblems(
    tx,
    sql`
    SELECT 'Payment ' || p.id || ' (' || p.state || ', ' || p.grant_state || ') and its lines in the book disagree: '
      || coalesce(string_agg(e.kind || ' ' || e.cents, ', ' ORDER BY e.id), 'none') AS problem
    FROM payment_intents p LEFT JOIN money_events e ON e.payment_id = p.id
    GROUP BY p.id
    HAVING coalesce(sum(e.cents), 0) <> CASE
        WHEN p.state <> 'succeeded' OR p.dispute = 'lost' THEN 0 ELSE p.amount - p.refunded_amount END
      OR coalesce(sum(e.cents) FILTER (WHERE e.kind = 'paid'), 0) <>
        CASE WHEN p.state = 'succeeded' THEN p.amount ELSE 0 END
      OR coalesce(-sum(e.cents) FILTER (WHERE e.kind = 'refunded'), 0) <> p.refunded_amount
      OR count(*) FILTER (WHERE e.kind = 'created') <> 1
      OR count(*) FILTER (WHERE e.kind IN ('granted', 'waiting', 'refused')) < (p.state = 'succeeded')::int
      OR (p.grant_state = 'granted') <> (bool_or(e.kind IN ('granted', 'attached')) IS TRUE
        AND bool_or(e.kind = 'revoked') IS NOT TRUE)
      OR (p.grant_state = 'revoked') <> (bool_or(e.kind = 'revoked') IS TRUE)
      OR (p.grant_state = 'refused') <> (bool_or(e.kind = 'refused') IS TRUE)`,
  );
}

/** What the features say they gave is exactly what was paid for, each once and at its price. */
async function checkGrants({ grants }: CheckDeps, tx: Tx, rows: PaymentRow[]): Promise<string[]> {
  const problems: string[] = [];
  const byId = new Map(rows.map((row) => [row.id, row]));
  const expected = new Set(rows.filter((row) => row.grantState === 'granted').map((row) => row.id));
  const given = new Set<number>();
  for (const grant of grants)
    for (const { paymentId, cents } of await grant.listGranted(tx)) {
      const row = byId.get(paymentId);
      if (given.has(paymentId)) problems.push(`Payment ${paymentId} was granted twice.`);
      given.add(paymentId);
      if (!row || !expected.has(paymentId) || !grant.products.includes(row.product))
        problems.push(
          `Something was given for payment ${paymentId}, which is ${row?.grantState ?? 'unknown'}.`,
        );
      else if (row.amount !== cents)
        problems.push(`Payment ${paymentId} is ${row.amount} cents; what was given for it says ${cents}.`);
    }
  for (const grant of grants) problems.push(...((await grant.findDiscrepancies?.(tx)) ?? []));
  for (const id of expected)
    if (!given.has(id)) problems.push(`Payment ${id} counts as granted, but nothing was given for it.`);
  return problems;
}

/** Money that was refused is on its way back, whole; and nothing more than was paid. */
function checkRefunds(tx: Tx): Promise<string[]> {
  return listProblems(
    tx,
    sql`
    SELECT 'Payment ' || p.id || ' was refused, but its refund is missing.' AS problem
    FROM payment_intents p
    WHERE p.grant_state = 'refused' AND p.refunded_amount < p.amount AND p.dispute <> 'lost'
      AND NOT EXISTS (SELECT 1 FROM payment_refunds r WHERE r.payment_id = p.id AND r.state = 'waiting')
    UNION ALL
    SELECT 'Refunds of payment ' || p.id || ' add up to more than was paid.'
    FROM payment_intents p JOIN payment_refunds r ON r.payment_id = p.id AND r.state <> 'failed'
    GROUP BY p.id HAVING sum(r.cents) > p.amount
    UNION ALL
    SELECT 'Refunds of payment ' || p.id || ' that were sent add up to more than went back.'
    FROM payment_intents p JOIN payment_refunds r ON r.payment_id = p.id AND r.state = 'done'
    GROUP BY p.id HAVING sum(r.cents) > p.refunded_amount
    UNION ALL
    SELECT 'The refunds of payment ' || payment_id || ' are not those the book says were asked for.'
    FROM (SELECT payment_id, array_agg(cents || ' ' || reason ORDER BY id) AS asked FROM payment_refunds GROUP BY 1) r
    FULL JOIN (SELECT payment_id, array_agg(detail ORDER BY id) AS asked FROM money_events
      WHERE kind = 'refund_asked' GROUP BY 1) e USING (payment_id)
    WHERE r.asked IS DISTINCT FROM e.asked`,
  );
}

async function checkProvider(
  { payments }: CheckDeps,
  rows: PaymentRow[],
): Promise<{ problems: string[]; kept: number }> {
  const ours = new Map(
    rows.filter((row) => row.provider === payments.name).map((row) => [row.providerId, row]),
  );
  const problems: string[] = [];
  let kept = 0;
  let after: string | undefined;
  do {
    const { intents, next } = await payments.listIntents({ after });
    for (const intent of intents) {
      const row = ours.get(intent.id);
      ours.delete(intent.id);
      // Somebody else's payments in the same account are none of our business.
      if (!row && !intent.metadata.paymentId) continue;
      kept += keptCents(intent);
      const problem = compareIntent(row, intent);
      if (problem) problems.push(problem);
    }
    after = next ?? undefined;
  } while (after);
  for (const row of ours.values())
    if (row.providerId) problems.push(`The provider does not know payment ${row.id} (${row.providerId}).`);
  return { problems, kept };
}

function compareIntent(row: PaymentRow | undefined, intent: ProviderIntent): string | null {
  if (!row) {
    const idle = intent.state !== 'succeeded';
    return idle ? null : `The provider took ${intent.amount} cents with ${intent.id}, which we do not know.`;
  }
  const known = standingOf(row);
  const next = advance(known, intent);
  const same =
    next.state === known.state && next.refunded === known.refunded && next.dispute === known.dispute;
  const settled = row.state !== 'succeeded' || intent.state === 'succeeded';
  if (same && settled && row.amount === intent.amount && row.refundedAmount === intent.refunded) return null;
  return `Payment ${row.id} is ${row.state} ${row.amount}/${row.refundedAmount}, at the provider ${intent.state} ${intent.amount}/${intent.refunded}.`;
}
