/** The part of a provider that runs on its own servers: charging the card, the bank's page, disputes, settlement, events. */
import { sql, type Tx } from '#platform/db/connect.ts';
import { randomCode } from '#platform/tokens.ts';
import type { Card, Challenge, Confirmation, ProviderIntent, SandboxControls } from '#ports/payments.ts';
import { PaymentError } from '#ports/payments.ts';
import {
  behaviourOf,
  brandOf,
  type CardBehaviour,
  fingerprintOf,
  PROCESSING_SECONDS,
  refuseCard,
} from './sandbox-cards.ts';
import { type IntentRecord, recordEvent, type SandboxParts, toProviderIntent } from './sandbox-store.ts';
import { type SandboxEventBody, SIGNATURE_HEADER, signBody } from './sandbox-webhooks.ts';

export function createControls(parts: SandboxParts): SandboxControls {
  return {
    confirm: (clientSecret, card, returnPath) => confirm(parts, clientSecret, card, returnPath),
    readChallenge: (code) => readChallenge(parts, code),
    answerChallenge: (code, approved) => answerChallenge(parts, code, approved),
    openDispute: (id) => moveDispute(parts, id, 'open', 'charge.dispute.created'),
    closeDispute: (id, won) => moveDispute(parts, id, won ? 'won' : 'lost', 'charge.dispute.closed'),
    settleDue: () => settleDue(parts),
    composeWebhook: (eventId) => composeWebhook(parts, eventId),
    async markDelivered(eventId) {
      await parts.db.execute(
        sql`UPDATE sandbox_events SET delivered_at = ${parts.clock.now()} WHERE id = ${eventId}`,
      );
    },
    async sweepEvents(before, atMost) {
      const { rowCount } = await parts.db.execute(sql`
        DELETE FROM sandbox_events WHERE id IN (
          SELECT id FROM sandbox_events WHERE delivered_at < ${before} ORDER BY delivered_at LIMIT ${atMost})`);
      return rowCount ?? 0;
    },
  };
}

const lockBySecret = async (tx: Tx, clientSecret: string) =>
  (
    await tx.execute<IntentRecord>(
      sql`SELECT * FROM sandbox_intents WHERE client_secret = ${clientSecret} FOR UPDATE`,
    )
  ).rows[0];

async function confirm(
  parts: SandboxParts,
  clientSecret: string,
  card: Card,
  returnPath: string,
): Promise<Confirmation> {
  return parts.db.transaction(async (tx) => {
    const intent = await lockBySecret(tx, clientSecret);
    if (!intent) throw new PaymentError('not_found', 'No such intent.');
    if (!['requires_payment_method', 'requires_action'].includes(intent.state))
      return {
        intent: toProviderIntent(intent),
        challengeCode: null,
        error: {
          type: 'api_error',
          code: 'payment_intent_unexpected_state',
          message: `This payment is ${intent.state} already.`,
        },
      };
    const refusal = refuseCard(card, parts.clock.now());
    if (refusal) return { intent: toProviderIntent(intent), error: refusal, challengeCode: null };
    return charge(parts, tx, intent, card, returnPath);
  });
}

async function charge(
  parts: SandboxParts,
  tx: Tx,
  intent: IntentRecord,
  card: Card,
  returnPath: string,
): Promise<Confirmation> {
  const behaviour = behaviourOf(card.number);
  await tx.execute(sql`
    UPDATE sandbox_intents SET card_brand = ${brandOf(card.number)}, card_last4 = ${card.number.slice(-4)},
      card_fingerprint = ${fingerprintOf(card.number)}, failure_code = NULL, failure_message = NULL, challenge_code = NULL WHERE id = ${intent.id}`);
  const challengeCode = behaviour.kind === 'challenge' ? randomCode() : null;
  if (challengeCode)
    await tx.execute(sql`
      UPDATE sandbox_intents SET state = 'requires_action', challenge_code = ${challengeCode}, return_path = ${returnPath}
      WHERE id = ${intent.id}`);
  const after = challengeCode ? await reload(tx, intent.id) : await settle(parts, tx, intent.id, behaviour);
  const error =
    behaviour.kind === 'decline'
      ? { type: 'card_error' as const, code: behaviour.code, message: behaviour.message }
      : null;
  return { intent: after, error, challengeCode };
}

/** The bank's answer to a charge. */
async function settle(
  parts: SandboxParts,
  tx: Tx,
  id: string,
  behaviour: CardBehaviour,
): Promise<ProviderIntent> {
  const now = parts.clock.now();
  if (behaviour.kind === 'decline') {
    await tx.execute(sql`
      UPDATE sandbox_intents SET state = 'requires_payment_method', failure_code = ${behaviour.code},
        failure_message = ${behaviour.message} WHERE id = ${id}`);
    await recordEvent(parts, tx, 'payment_intent.payment_failed', id);
  } else if (behaviour.kind === 'processing') {
    const settlesAt = new Date(now.getTime() + PROCESSING_SECONDS * 1000);
    await tx.execute(
      sql`UPDATE sandbox_intents SET state = 'processing', settles_at = ${settlesAt} WHERE id = ${id}`,
    );
    await recordEvent(parts, tx, 'payment_intent.processing', id);
    await parts.onProcessing(tx, PROCESSING_SECONDS);
  } else {
    await tx.execute(
      sql`UPDATE sandbox_intents SET state = 'succeeded', succeeded_at = ${now} WHERE id = ${id}`,
    );
    await recordEvent(parts, tx, 'payment_intent.succeeded', id);
    if (behaviour.kind === 'success' && behaviour.disputed) {
      await tx.execute(sql`UPDATE sandbox_intents SET dispute = 'open' WHERE id = ${id}`);
      await recordEvent(parts, tx, 'charge.dispute.created', id);
    }
  }
  return reload(tx, id);
}

async function reload(tx: Tx, id: string): Promise<ProviderIntent> {
  const { rows } = await tx.execute<IntentRecord>(sql`SELECT * FROM sandbox_intents WHERE id = ${id}`);
  return toProviderIntent(rows[0]);
}

async function readChallenge({ db }: SandboxParts, code: string): Promise<Challenge | null> {
  const { rows } = await db.execute<IntentRecord>(
    sql`SELECT * FROM sandbox_intents WHERE challenge_code = ${code} AND state = 'requires_action'`,
  );
  const [row] = rows;
  if (!row) return null;
  return {
    amount: row.amount,
    currency: row.currency,
    description: row.description,
    cardLast4: row.card_last4 ?? '',
  };
}

async function answerChallenge(parts: SandboxParts, code: string, approved: boolean) {
  return parts.db.transaction(async (tx) => {
    const { rows } = await tx.execute<IntentRecord>(sql`
      UPDATE sandbox_intents SET challenge_code = NULL
      WHERE challenge_code = ${code} AND state = 'requires_action' RETURNING *`);
    const [row] = rows;
    if (!row) return null;
    const behaviour: CardBehaviour = approved
      ? { kind: 'success' }
      : {
          kind: 'decline',
          code: 'payment_intent_authentication_failure',
          message:
            'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
        };
    return { intent: await settle(parts, tx, row.id, behaviour), returnPath: row.return_path ?? '/' };
  });
}

async function moveDispute(
  parts: SandboxParts,
  id: string,
  to: 'open' | 'won' | 'lost',
  type: string,
): Promise<void> {
  await parts.db.transaction(async (tx) => {
    const from = to === 'open' ? 'none' : 'open';
    const { rows } = await tx.execute(sql`
      UPDATE sandbox_intents SET dispute = ${to}
      WHERE id = ${id} AND state = 'succeeded' AND dispute = ${from} RETURNING id`);
    if (rows[0]) await recordEvent(parts, tx, type, id);
  });
}

export async function settleDue(parts: SandboxParts): Promise<number> {
  return parts.db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: string }>(sql`
      UPDATE sandbox_intents SET state = 'succeeded', succeeded_at = settles_at
      WHERE state = 'processing' AND settles_at <= ${parts.clock.now()} RETURNING id`);
    for (const { id } of rows) await recordEvent(parts, tx, 'payment_intent.succeeded', id);
    return rows.length;
  });
}

async function composeWebhook({ db, clock, webhookSecret }: SandboxParts, eventId: string) {
  const { rows } = await db.execute<{
    id: string;
    type: string;
    intent_id: string;
    created_at: Date | string;
  }>(sql`SELECT id, type, intent_id, created_at FROM sandbox_events WHERE id = ${eventId}`);
  const [row] = rows;
  if (!row) return null;
  const event: SandboxEventBody = {
    id: row.id,
    type: row.type,
    created: Math.floor(new Date(row.created_at).getTime() / 1000),
    intent: row.intent_id,
  };
  const body = JSON.stringify(event);
  return {
    body,
    headers: {
      'content-type': 'application/json',
      [SIGNATURE_HEADER]: signBody(webhookSecret, body, clock.now()),
    },
  };
}
