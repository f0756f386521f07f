/** Payments over HTTP. */
import type { Deps } from '#deps.ts';
import { AppError } from '#platform/errors.ts';
import { type Route, route } from '#platform/http/route.ts';
import * as contract from './contract.ts';
import { COPY } from './copy.ts';
import { findByReceipt, findPayment, presentBegun, presentReceipt, presentStatus } from './queries.ts';
import { isVotes, PRODUCT_IDS, PRODUCT_REFUSED, PRODUCTS, readIntentRequest } from './rules-catalogue.ts';
import { isOpen } from './rules-states.ts';
import { createPayment } from './service.ts';
import { cancelCheckout, checkPayable } from './service-checkout.ts';
import { receiveEvent } from './service-events.ts';
import { isPayer, payerOf, requireParty } from './service-payer.ts';
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
    route(contract.createIntent, async (call) => {
      const { body } = call;
      const reading = readIntentRequest(campaign.prices, body);
      if ('refused' in reading) throw new AppError('invalid', reading.refused);
      const { product } = reading;
      // Votes carry a voter and a package: they are bought on their own call.
      if (isVotes(product)) throw new AppError('invalid', PRODUCT_REFUSED);
      const forAlbum = PRODUCTS[product].subject === 'album';
      return presentBegun(
        await createPayment(deps, {
          product,
          submissionId: forAlbum ? null : body.submissionId,
          albumId: forAlbum ? body.albumId : null,
          payer: payerOf(call),
          access: body.access,
        }),
      );
    }),
    route(contract.checkPayment, async (call) => {
      const { amount } = await checkPayable(deps, call.body.clientSecret, payerOf(call));
      return { payable: true as const, amount };
    }),
    route(contract.cancelPayment, async ({ body, visitor, staff }) => {
      const { state } = await cancelCheckout(deps, body.clientSecret, { visitor, staff }, body.ifIdle);
      return { status: state };
    }),
  ];
}

function afterwardsRoutes(deps: Deps): Route[] {
  const asOfNow = async (row: Awaited<ReturnType<typeof findByReceipt>>) =>
    (isOpen(row.state) && row.providerId ? await refreshPayment(deps, row.providerId) : null) ?? row;
  return [
    route(contract.getPaymentStatus, async ({ query, visitor, staff }) => {
      const handle = {
        clientSecret: query.payment_intent_client_secret,
        providerId: query.payment_intent,
      };
      const row = handle.clientSecret || handle.providerId ? await findPayment(deps, handle) : null;
      if (!row) throw new AppError('not_found', 'Payment verification failed. Please contact support.');
      await requireParty(deps, row, { visitor, staff });
      return presentStatus(await asOfNow(row), deps.payments.testMode);
    }),
    route(contract.getReceipt, async ({ params, visitor, staff }) => {
      const row = await findByReceipt(deps, params.code);
      await requireParty(deps, row, { visitor, staff });
      return presentReceipt(deps, await asOfNow(row), isPayer(deps, row, visitor));
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
    route(contract.confirmSandbox, (call) => {
      const { clientSecret, card, returnPath } = call.body;
      return confirmInSandbox(deps, clientSecret, card, returnPath, payerOf(call));
    }),
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
