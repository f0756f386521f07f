/** Cancels unfinished payments at the provider, so that they cannot be paid long after anybody expects it. */
import { and, inArray, lt, notInArray, or } from 'drizzle-orm';
import { ABANDONED_AFTER_MINUTES } from './rules.ts';
import { PRODUCT_IDS, PRODUCTS } from './rules-catalogue.ts';
import { cancelPayment } from './service.ts';
import type { SettleDeps } from './service-settle.ts';
import { paymentIntents } from './table.ts';

const LIMITED = PRODUCT_IDS.filter((id) => PRODUCTS[id].limited);
const AT_ONCE = 100;

export async function cancelAbandoned(deps: SettleDeps): Promise<number> {
  const before = (minutes: number) => new Date(deps.clock.now().getTime() - minutes * 60_000);
  const old = await deps.db
    .select()
    .from(paymentIntents)
    .where(
      and(
        notInArray(paymentIntents.state, ['succeeded', 'canceled', 'processing']),
        or(
          lt(paymentIntents.createdAt, before(ABANDONED_AFTER_MINUTES.other)),
          and(
            inArray(paymentIntents.product, LIMITED),
            lt(paymentIntents.createdAt, before(ABANDONED_AFTER_MINUTES.held)),
          ),
        ),
      ),
    )
    .orderBy(paymentIntents.createdAt)
    .limit(AT_ONCE);
  let cancelled = 0;
  for (const row of old) {
    try {
      const after = await cancelPayment(deps, row);
      if (after.state === 'canceled') cancelled += 1;
    } catch (error) {
      deps.log.warn({ err: error, paymentId: row.id }, 'an abandoned payment could not be cancelled');
    }
  }
  return cancelled;
}
