/** Distribution over HTTP. */
import type { Deps } from '#deps.ts';
import { COPY } from '#features/payments/copy.ts';
import { findPayment, presentBegun } from '#features/payments/queries.ts';
import { AMOUNT_REFUSED, isPriceOf } from '#features/payments/rules-catalogue.ts';
import { createPayment } from '#features/payments/service.ts';
import { type Asker, payerOf, requireParty } from '#features/payments/service-payer.ts';
import { refreshPayment } from '#features/payments/service-settle.ts';
import { fileNameOf } from '#features/recordings/rules-file.ts';
import { readSubmission } from '#features/submissions/queries.ts';
import { requireAccess } from '#features/submissions/service-artist-links.ts';
import { AppError } from '#platform/errors.ts';
import { type Call, type Route, route } from '#platform/http/route.ts';
import * as contract from './contract.ts';
import { readDistribution } from './queries.ts';

export function distributionRoutes(deps: Deps): Route[] {
  const begin = async (submissionId: number, call: Call, access?: string) => {
    const row = await createPayment(deps, {
      product: 'distribution',
      submissionId,
      payer: payerOf(call),
      access,
    });
    return { ...presentBegun(row), amount: row.amount };
  };
  return [
    route(contract.getDistributionStatus, ({ params }) => readDistribution(deps, params.id)),
    route(contract.payDistribution, (call) => begin(call.params.id, call as Call, call.query.access)),
    route(contract.createDistributionPayment, async (call) => {
      const { amount, submissionId } = call.body;
      if (amount !== undefined && !isPriceOf(deps.campaign.prices, 'distribution', amount, 'dollars'))
        throw new AppError('invalid', AMOUNT_REFUSED);
      return begin(submissionId, call as Call);
    }),
    route(contract.reportDistributionPayment, ({ body, visitor, staff }) =>
      reportPayment(deps, body.paymentIntentId, body.submissionId, { visitor, staff }),
    ),
    route(contract.getDashboard, async ({ params, query, staff }) => {
      await requireAccess(deps, 'distribution', params.id, query.access, staff !== null);
      const track = await readSubmission(deps, params.id);
      return {
        ...(await readDistribution(deps, params.id)),
        artistName: track.artistName,
        trackTitle: track.trackTitle,
        audioUrl: `/api/audio/${fileNameOf(track.audioKey)}`,
        peaks: track.peaks,
        duration: track.durationSeconds,
      };
    }),
  ];
}

/** What the browser says starts nothing but a question to the provider. */
async function reportPayment(deps: Deps, paymentIntentId: string, submissionId: number, asker: Asker) {
  const known = await findPayment(deps, { providerId: paymentIntentId });
  if (known?.product !== 'distribution' || known.submissionId !== submissionId)
    throw new AppError('not_found', COPY.otherPayment);
  await requireParty(deps, known, asker);
  const payment = await refreshPayment(deps, paymentIntentId);
  if (payment?.state !== 'succeeded') throw new AppError('payment_required', COPY.notPaid);
  const { isPaid } = await readDistribution(deps, submissionId);
  return { success: true as const, isPaid };
}
