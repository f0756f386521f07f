/** A promised hearing that did not take place by its date: the fee goes back by itself, once. */
import type { Deps } from '#deps.ts';
import { addNotice } from '#features/notices/service.ts';
import { refundByRule } from '#features/payments/service-refunds.ts';
import { sql } from '#platform/db/connect.ts';
import { promised } from './queries.ts';

type PromiseDeps = Pick<Deps, 'db' | 'clock' | 'campaign' | 'queue'>;

const ONE_RUN = 500;

/** Safe to run twice and by several at once: a payment is found missed once, in the transaction of its refund. */
export async function refundMissed(deps: PromiseDeps): Promise<number> {
  const promise = deps.campaign.jury?.promise;
  if (!promise || deps.clock.now() < new Date(promise.by)) return 0;
  const { rows } = await deps.db.execute<{ id: number; submission_id: number }>(sql`
    SELECT p.id, p.submission_id FROM (${promised(promise)}) p
    WHERE NOT EXISTS (SELECT FROM missed_hearings m WHERE m.payment_id = p.id)
    ORDER BY p.id LIMIT ${ONE_RUN}`);
  let refunded = 0;
  for (const { id, submission_id } of rows) if (await refundOne(deps, id, submission_id)) refunded++;
  return refunded;
}

async function refundOne(deps: PromiseDeps, paymentId: number, submissionId: number): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    const back = await refundByRule(deps, tx, paymentId, 'missed_hearing');
    if (!back) return false;
    const now = deps.clock.now();
    const { rows } = await tx.execute<{ phone: string | null; title: string }>(sql`
      WITH missed AS (
        INSERT INTO missed_hearings (payment_id, submission_id, cents, found_at)
        VALUES (${paymentId}, ${submissionId}, ${back.cents}, ${now}) RETURNING submission_id)
      SELECT s.phone_e164 AS phone, s.track_title AS title FROM missed m JOIN submissions s ON s.id = m.submission_id`);
    for (const { phone, title } of rows)
      await addNotice(deps, tx, {
        kind: 'order',
        key: `missed-hearing:${paymentId}`,
        about: { submissionId },
        phone,
        title: 'Your entry fee goes back',
        body: `The jury did not hear “${title}” by the promised date. The whole fee is on its way back to you.`,
        path: '/my-tracks',
      });
    return true;
  });
}
