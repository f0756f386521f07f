/** Who may be referred by whom, once it is known who refers. */
import { anyText } from '#platform/db/any-of.ts';
import { sql, type Tx } from '#platform/db/connect.ts';
import { AppError } from '#platform/errors.ts';
import { COPY } from './copy.ts';

/** Invitations are followed this far, from one to the next. */
const CIRCLE_STEPS = 5;

/** Neither themselves, nor whoever brought them here. */
export async function refuseCircle(tx: Tx, own: string, phones: readonly string[]): Promise<void> {
  if (phones.includes(own))
    throw new AppError('invalid', COPY.ownNumber, {
      reason: 'own_number',
      fields: { [`referrals.${phones.indexOf(own)}.phoneNumber`]: COPY.ownNumber },
    });
  // Two who refer each other at once take turns.
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended('referral circles', 7))`);
  const { rows } = await tx.execute(sql`
    WITH RECURSIVE invited AS (
      SELECT phone_e164 AS phone, 1 AS step FROM referrals WHERE referrer_phone = ${anyText(phones)}
      UNION SELECT r.phone_e164, i.step + 1 FROM invited i JOIN referrals r ON r.referrer_phone = i.phone
      WHERE i.step < ${CIRCLE_STEPS})
    SELECT FROM invited WHERE phone = ${own} LIMIT 1`);
  if (rows.length > 0) throw new AppError('conflict', COPY.circle, { reason: 'circle' });
}
