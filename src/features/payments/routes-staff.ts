/** Payments for staff, over HTTP. */
import type { Deps } from '#deps.ts';
import { type Route, route } from '#platform/http/route.ts';
import type { ProviderIntent } from '#ports/payments.ts';
import * as contract from './contract-staff.ts';
import { listPayments, listReconciliations, matchIntents, summarisePayments } from './queries-staff.ts';
import { attachPayment, listAttachable } from './service-attach.ts';
import { reconcilePayments } from './service-reconcile.ts';
import { refundPayment } from './service-refunds.ts';

/** How many of the provider's payments the staff table shows after a sync; all of them are compared. */
const SHOWN = 500;

export function staffPaymentRoutes(deps: Deps): Route[] {
  return [
    route(contract.listPayments, async ({ query }) => ({
      payments: await listPayments(deps, query),
      summary: await summarisePayments(deps),
      testMode: deps.payments.testMode,
    })),
    route(contract.syncPayments, async ({ staff }) => {
      const reconciliation = await reconcilePayments(deps, { startedBy: staff });
      return {
        payments: await matchIntents(deps, await readNewest(deps)),
        summary: await summarisePayments(deps),
        reconciliation,
      };
    }),
    route(contract.listReconciliations, () => listReconciliations(deps)),
    route(contract.refundPayment, async ({ staff, params, body }) => {
      const { cents } = await refundPayment(deps, staff, params.id, body);
      return { cents };
    }),
    route(contract.listAttachable, ({ params }) => listAttachable(deps, params.id)),
    route(contract.attachPayment, async ({ staff, params, body }) => {
      const { grantState, grantNote } = await attachPayment(deps, staff, params.id, body.albumId);
      return {
        grantState: grantState === 'refused' ? ('refused' as const) : ('granted' as const),
        note: grantNote ?? '',
      };
    }),
  ];
}

async function readNewest({ payments }: Pick<Deps, 'payments'>): Promise<ProviderIntent[]> {
  const found: ProviderIntent[] = [];
  let after: string | undefined;
  do {
    const page = await payments.listIntents({ after, limit: 100 });
    found.push(...page.intents);
    after = page.next ?? undefined;
  } while (after && found.length < SHOWN);
  return found.slice(0, SHOWN);
}
