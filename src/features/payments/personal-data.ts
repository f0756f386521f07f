/** What payments keep about a person. The law keeps amounts, dates and references; whom they name it does not need. */
import type { Deps } from '#deps.ts';
import { anyInt, hasDigits } from '#platform/db/any-of.ts';
import { sql } from '#platform/db/connect.ts';
import { ERASED, type Person, type PersonalData } from '#ports/personal-data.ts';

/** Votes they bought for others carry their number. */
const paidByVoter = ({ digits }: Person) => hasDigits(sql`coalesce(payload->>'voterPhone', '')`, digits);
const boughtBy = (person: Person) => sql`(submission_id = ${anyInt(person.submissionIds)}
  OR album_id = ${anyInt(person.albumIds)} OR ${paidByVoter(person)}
  OR person_id IN (SELECT id FROM people WHERE phone_e164 = ${person.e164}))`;

export const paymentData = ({ payments }: Pick<Deps, 'payments'>): PersonalData => ({
  columns: [
    'payment_intents.description',
    'payment_intents.payload',
    'payment_intents.browser_digest',
    'payment_intents.gift_to',
    'sandbox_intents.description',
  ],
  kept: {
    'the books: which product, which provider, what became of it': [
      'payment_intents.product',
      'payment_intents.provider',
      'payment_intents.currency',
      'payment_intents.failure_code',
      'payment_intents.failure_message',
      'payment_intents.grant_note',
      'payment_events.provider',
      'payment_events.type',
      'money_events.detail',
      'payment_refunds.reason',
      'payment_refunds.failure',
      'reconciliation_runs.findings',
    ],
    'on the receipt, and in the bank’s books as well': [
      'payment_intents.card_brand',
      'payment_intents.card_last4',
    ],
    'who of the staff asked': ['payment_refunds.asked_by'],
    'keys and codes of ours and of the provider': [
      'payment_intents.provider_id',
      'payment_intents.client_secret',
      'payment_intents.open_key',
      'payment_intents.idempotency_key',
      'payment_intents.receipt_code',
      'payment_events.event_id',
      'payment_events.provider_payment_id',
      'payment_refunds.provider_refund_id',
    ],
    'the sandbox plays a bank: test cards, and ids of ours': [
      'sandbox_intents.id',
      'sandbox_intents.idempotency_key',
      'sandbox_intents.client_secret',
      'sandbox_intents.currency',
      'sandbox_intents.metadata',
      'sandbox_intents.challenge_code',
      'sandbox_intents.return_path',
      'sandbox_intents.card_brand',
      'sandbox_intents.card_last4',
      'sandbox_intents.card_fingerprint',
      'sandbox_intents.failure_code',
      'sandbox_intents.failure_message',
      'sandbox_refunds.id',
      'sandbox_refunds.idempotency_key',
      'sandbox_events.id',
      'sandbox_events.type',
    ],
  },
  export: async (tx, person) => ({
    payments: (
      await tx.execute(sql`
        SELECT product, description, amount, currency, state, created_at, paid_at, refunded_amount, card_brand, card_last4
        FROM payment_intents WHERE ${boughtBy(person)} ORDER BY id`)
    ).rows,
  }),
  async move(tx, person, { e164 }) {
    await tx.execute(sql`
      UPDATE payment_intents SET payload = jsonb_set(payload, '{voterPhone}', to_jsonb(${e164}::text))
      WHERE ${paidByVoter(person)}`);
  },
  async erase(tx, person) {
    const { rows } = await tx.execute<{ id: string | null }>(sql`
      UPDATE payment_intents SET description = ${ERASED}, browser_digest = NULL, person_id = NULL,
        gift_to = CASE WHEN gift_to IS NULL THEN NULL ELSE ${ERASED} END,
        payload = CASE WHEN ${paidByVoter(person)}
          THEN payload - 'voterName' - 'voterPhone' - 'comment' - 'device' ELSE payload END
      WHERE ${boughtBy(person)} RETURNING provider_id AS id`);
    await payments.eraseDescriptions(
      tx,
      rows.flatMap(({ id }) => id ?? []),
      ERASED,
    );
  },
});
