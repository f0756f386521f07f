/** Payments over HTTP. */
import type { Deps } from '#deps.ts';
import { AppError } from '#platform/errors.ts';
import { type Route, route } from '#platform/http/route.ts';
import * as contract from './contract.ts';
import { COPY } from './copy.ts';
import { findPayment, presentStatus, readReceipt } from './queries.ts';
import { isVotes, PRODUCT_IDS, PRODUCT_REFUSED, PRODUCTS, readIntentRequest } from './rules-catalogue.ts';
import { isOpen } from './rules-states.ts';
import { createPayment, digestBrowser } from './service.ts';
import { cancelCheckout, checkPayable } from './service-checkout.ts';
import { receiveEvent } from './service-events.ts';
import { answerChallenge, confirmInSandbox, requireSandbox } from './service-sandbox.ts';
import { refreshPayment } from './service-settle.ts';

export function paymentRoutes(deps: Deps): Route[] {
  return [...buyingRoutes(deps), ...afterwardsRoutes(deps), ...sandboxRoutes(deps)];
}

function buyingRoutes(deps: Deps): Route[] {
  const { campaign, payments } = deps;
  return [
    route(contract.getCatalogue, async () => ({
      currency: campaign.currency,
      testMode: payments.testMode,
      provider: payments.browser,
      products: PRODUCT_IDS.map((id) => ({ id, name: PRODUCTS[id].name, cents: campaign.prices[id] })),
    })),
    route(contract.createIntent, async ({ body, browserId }) => {
      const reading = readIntentRequest(campaign.prices, body);
      if ('refused' in reading) throw new AppError('invalid', reading.refused);
      const { product } = reading;
      // Votes carry a voter and a package: they are bought on their own call.
      if (isVotes(product)) throw new AppError('invalid', PRODUCT_REFUSED);
      const forAlbum = PRODUCTS[product].subject === 'album';
      const { clientSecret } = await createPayment(deps, {
        product,
        submissionId: forAlbum ? null : body.submissionId,
        albumId: forAlbum ? body.albumId : null,
        description: forAlbum ? body.description : undefined,
        browserId: browserId(),
      });
      return { clientSecret: clientSecret! };
    }),
    route(contract.checkPayment, async ({ body, browserId }) => {
      const { amount } = await checkPayable(deps, body.clientSecret, browserId());
      return { payable: true as const, amount };
    }),
    route(contract.cancelPayment, async ({ body }) => {
      const { state } = await cancelCheckout(deps, body.clientSecret, body.ifIdle);
      return { status: state };
    }),
  ];
}

function afterwardsRoutes(deps: Deps): Route[] {
  return [
    route(contract.getPaymentStatus, async ({ query }) => {
      const handle = {
        clientSecret: query.payment_intent_client_secret,
        providerId: query.payment_intent,
      };
      const row = handle.clientSecret || handle.providerId ? await findPayment(deps, handle) : null;
      if (!row) throw new AppError('not_found', 'Payment verification failed. Please contact support.');
      const now = isOpen(row.state) && row.providerId ? await refreshPayment(deps, row.providerId) : row;
      return presentStatus(now ?? row, deps.payments.testMode, handle.clientSecret !== undefined);
    }),
    route(contract.getReceipt, async ({ params, visitor }) => {
      const reader = visitor.browserId && digestBrowser(deps, visitor.browserId);
      const { providerId, ...receipt } = await readReceipt(deps, params.code, reader);
      if (!isOpen(receipt.status) || !providerId) return receipt;
      await refreshPayment(deps, providerId);
      return readReceipt(deps, params.code, reader);
    }),
    route(contract.receiveEvent, async ({ request }) => {
      if (!Buffer.isBuffer(request.body)) throw new AppError('invalid', COPY.notPaid);
      await receiveEvent(deps, request.body, request.headers);
      return { received: true as const };
    }),
  ];
}

function sandboxRoutes(deps: Deps): Route[] {
  return [
    route(contract.confirmSandbox, ({ body, browserId }) =>
      confirmInSandbox(deps, body.clientSecret, body.card, body.returnPath, browserId()),
    ),
    route(contract.getChallenge, async ({ params }) => {
      const challenge = await requireSandbox(deps).readChallenge(params.code);
      if (!challenge) throw new AppError('gone', 'This question of the bank has been answered or is over.');
      return challenge;
    }),
    route(contract.answerChallenge, async ({ params, body }) => ({
      returnPath: await answerChallenge(deps, params.code, body.approve),
    })),
  ];
}
