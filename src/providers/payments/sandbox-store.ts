/** A row of the sandbox's books, and the events it writes beside them. */
import type { Clock } from '#platform/clock.ts';
import { anyText } from '#platform/db/any-of.ts';
import { type Db, sql, type Tx } from '#platform/db/connect.ts';
import { randomCode } from '#platform/tokens.ts';
import type { DisputeState, IntentState, ProviderIntent } from '#ports/payments.ts';

export interface SandboxParts {
  db: Db;
  clock: Clock;
  webhookSecret: string;
  /** Sees to it that an event is delivered: called in the transaction that wrote it. */
  onEvent(tx: Tx, eventId: string): Promise<void>;
  /** Sees to it that `settleDue` is called once the seconds are over. */
  onProcessing(tx: Tx, seconds: number): Promise<void>;
}

export interface IntentRecord extends Record<string, unknown> {
  id: string;
  client_secret: string;
  amount: number;
  currency: string;
  description: string;
  metadata: Record<string, string>;
  state: IntentState;
  created_at: Date | string;
  succeeded_at: Date | string | null;
  challenge_code: string | null;
  return_path: string | null;
  card_brand: string | null;
  card_last4: string | null;
  card_fingerprint: string | null;
  failure_code: string | null;
  failure_message: string | null;
  refunded: number;
  dispute: DisputeState;
}

/** For every provider: a site that changed to another still has the sandbox's rows. */
export async function eraseDescriptions(tx: Tx, ids: readonly string[], words: string): Promise<void> {
  await tx.execute(sql`UPDATE sandbox_intents SET description = ${words} WHERE id = ${anyText(ids)}`);
}

export function toProviderIntent(row: IntentRecord): ProviderIntent {
  return {
    id: row.id,
    clientSecret: row.client_secret,
    amount: row.amount,
    currency: row.currency,
    description: row.description,
    metadata: row.metadata,
    state: row.state,
    createdAt: new Date(row.created_at),
    paidAt: row.succeeded_at === null ? null : new Date(row.succeeded_at),
    refunded: row.refunded,
    dispute: row.dispute,
    failure:
      row.failure_code && row.failure_message
        ? { code: row.failure_code, message: row.failure_message }
        : null,
    card:
      row.card_brand && row.card_last4
        ? { brand: row.card_brand, last4: row.card_last4, fingerprint: row.card_fingerprint }
        : null,
  };
}

export async function recordEvent(
  { clock, onEvent }: Pick<SandboxParts, 'clock' | 'onEvent'>,
  tx: Tx,
  type: string,
  intentId: string,
): Promise<void> {
  const id = `evt_${randomCode(24)}`;
  await tx.execute(sql`
    INSERT INTO sandbox_events (id, type, intent_id, created_at) VALUES (${id}, ${type}, ${intentId}, ${clock.now()})`);
  await onEvent(tx, id);
}
