/** What texts keep about a person: their number, and what was written to them. */
import type { Deps } from '#deps.ts';
import { sql } from '#platform/db/connect.ts';
import type { PersonalData } from '#ports/personal-data.ts';
import { callOff } from './service.ts';

export const smsData = (deps: Pick<Deps, 'sms' | 'textListeners'>): PersonalData => ({
  columns: [
    'text_messages.key',
    'text_messages.phone',
    'text_messages.body',
    'sms_outbox.idempotency_key',
    'sms_outbox.to_number',
    'sms_outbox.body',
    'sms_keys.key',
    'sms_keys.to_number',
  ],
  kept: {
    'who said stop, or was texted before, is known again by it, and cannot be read from it': [
      'sms_opt_outs.phone_digest',
      'text_messages.phone_digest',
    ],
    'codes of ours and of the provider': [
      'text_messages.reason',
      'text_messages.sid',
      'text_messages.cancel_sid',
      'text_messages.code',
      'sms_outbox.sid',
      'sms_keys.sid',
    ],
  },
  export: async (tx, { e164 }) => ({
    textsReceived: (
      await tx.execute(
        sql`SELECT phone, body, state, delivery, created_at FROM text_messages WHERE phone = ${e164} ORDER BY id`,
      )
    ).rows,
  }),
  async eraseNumber(tx, { phone, digest }) {
    await callOff(deps, tx, digest, 'erased');
    // Words and keys spell names and numbers out as well.
    await tx.execute(sql`
      UPDATE text_messages SET phone = NULL, body = '', key = replace(key, ${phone}, ${digest}),
        state = CASE WHEN state = 'sending' THEN 'failed' ELSE state END,
        reason = CASE WHEN state = 'sending' THEN 'erased' ELSE reason END
      WHERE phone_digest = ${digest}`);
    await deps.sms.eraseNumber(tx, phone, digest);
  },
});
