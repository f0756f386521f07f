/**
 * The sandbox: a payment provider without a bank. It keeps its own books in tables of its own, behaves as a card
 * processor does (states, idempotency, 3-D Secure, refunds, disputes, signed events), and takes test cards only.
 */

import { sql, type Tx } from '#platform/db/connect.ts';
import { randomCode } from '#platform/tokens.ts';
import {
  type IntentPage,
  type NewIntent,
  PaymentError,
  type PaymentProvider,
  type ProviderIntent,
  type RefundRequest,
} from '#ports/payments.ts';
import { createControls, settleDue } from './sandbox-controls.ts';
import {
  eraseDescriptions,
  type IntentRecord,
  recordEvent,
  type SandboxParts,
  toProviderIntent,
} from './sandbox-store.ts';
import { openSigned, SIGNATURE_HEADER } from './sandbox-webhooks.ts';

export function openSandbox(parts: SandboxParts): PaymentProvider {
  return {
    name: 'sandbox',
    testMode: true,
    browser: { kind: 'sandbox' },
    sandbox: createControls(parts),
    createIntent: (intent) => createIntent(parts, intent),
    getIntent: (id) => getIntent(parts, id),
    cancelIntent: (id) => cancelIntent(parts, id),
    refund: (request) => refund(parts, request),
    eraseDescriptions,
    listIntents: (page) => listIntents(parts, page),
    verifyWebhook: async (rawBody, headers) =>
      openSigned(parts.webhookSecret, rawBody, headers[SIGNATURE_HEADER], parts.clock.now()),
  };
}

async function createIntent({ db, clock }: SandboxParts, intent: NewIntent): Promise<ProviderIntent> {
  const id = `pi_${randomCode(24)}`;
  await db.execute(sql`
    INSERT INTO sandbox_intents (id, idempotency_key, client_secret, amount, currency, description, metadata, state, created_at)
    VALUES (${id}, ${intent.idempotencyKey}, ${`${id}_secret_${randomCode()}`}, ${intent.amount}, ${intent.currency},
      ${intent.description}, ${JSON.stringify(intent.metadata)}::jsonb, 'requires_payment_method', ${clock.now()})
    ON CONFLICT (idempotency_key) DO NOTHING`);
  const { rows } = await db.execute<IntentRecord>(
    sql`SELECT * FROM sandbox_intents WHERE idempotency_key = ${intent.idempotencyKey}`,
  );
  const made = toProviderIntent(rows[0]);
  if (made.amount !== intent.amount || made.currency !== intent.currency)
    throw new PaymentError('idempotency_mismatch', 'This key was used for another intent.');
  return made;
}

async function getIntent(parts: SandboxParts, id: string): Promise<ProviderIntent | null> {
  const read = async () =>
    (await parts.db.execute<IntentRecord>(sql`SELECT * FROM sandbox_intents WHERE id = ${id}`)).rows[0];
  const row = await read();
  if (row?.state !== 'processing') return row ? toProviderIntent(row) : null;
  // Whoever asks after it was due need not wait for the job that settles it.
  await settleDue(parts);
  return toProviderIntent(await read());
}

async function cancelIntent(parts: SandboxParts, id: string): Promise<ProviderIntent> {
  return parts.db.transaction(async (tx) => {
    const { rows } = await tx.execute<IntentRecord>(sql`
      UPDATE sandbox_intents SET state = 'canceled', challenge_code = NULL
      WHERE id = ${id} AND state IN ('requires_payment_method', 'requires_action') RETURNING *`);
    if (rows[0]) {
      await recordEvent(parts, tx, 'payment_intent.canceled', id);
      return toProviderIntent(rows[0]);
    }
    return toProviderIntent(await readLocked(tx, id));
  });
}

async function readLocked(tx: Tx, id: string): Promise<IntentRecord> {
  const { rows } = await tx.execute<IntentRecord>(
    sql`SELECT * FROM sandbox_intents WHERE id = ${id} FOR UPDATE`,
  );
  if (!rows[0]) throw new PaymentError('not_found', 'No such intent.');
  return rows[0];
}

async function refund(parts: SandboxParts, request: RefundRequest): Promise<{ id: string }> {
  return parts.db.transaction(async (tx) => {
    const intent = await readLocked(tx, request.intentId);
    const known = await tx.execute<{ id: string; amount: number; intent_id: string }>(
      sql`SELECT id, amount, intent_id FROM sandbox_refunds WHERE idempotency_key = ${request.idempotencyKey}`,
    );
    const [before] = known.rows;
    if (before && (before.amount !== request.amount || before.intent_id !== request.intentId))
      throw new PaymentError('idempotency_mismatch', 'This key was used for another refund.');
    if (before) return { id: before.id };
    if (intent.state !== 'succeeded' || intent.dispute === 'lost')
      throw new PaymentError('not_refundable', 'This payment cannot be refunded.');
    if (request.amount < 1 || intent.refunded + request.amount > intent.amount)
      throw new PaymentError('not_refundable', 'The refund is larger than what is left of the payment.');
    const id = `re_${randomCode(24)}`;
    await tx.execute(sql`
      INSERT INTO sandbox_refunds (id, idempotency_key, intent_id, amount, created_at)
      VALUES (${id}, ${request.idempotencyKey}, ${request.intentId}, ${request.amount}, ${parts.clock.now()})`);
    await tx.execute(
      sql`UPDATE sandbox_intents SET refunded = refunded + ${request.amount} WHERE id = ${request.intentId}`,
    );
    await recordEvent(parts, tx, 'charge.refunded', request.intentId);
    return { id };
  });
}

async function listIntents(
  { db }: SandboxParts,
  { after, limit = 100, since }: { after?: string; limit?: number; since?: Date } = {},
): Promise<IntentPage> {
  const from = after
    ? sql`(created_at, id) < (SELECT created_at, id FROM sandbox_intents WHERE id = ${after})`
    : sql`true`;
  const young = since ? sql`created_at >= ${since}` : sql`true`;
  const { rows } = await db.execute<IntentRecord>(sql`
    SELECT * FROM sandbox_intents WHERE ${from} AND ${young}
    ORDER BY created_at DESC, id DESC LIMIT ${limit + 1}`);
  const intents = rows.slice(0, limit).map(toProviderIntent);
  return { intents, next: rows.length > limit ? intents[limit - 1].id : null };
}
