/** 'Complete Your Submission': the final round entry at the price that holds now, with the card form. */
import { createIntent } from '#features/payments/calls.ts';
import { formatCents } from '#features/payments/rules-catalogue.ts';
import { CardForm } from '#features/payments/web/card-form.tsx';
import { usePurchase } from '#features/payments/web/use-purchase.ts';
import { useSuccessPage } from '#features/payments/web/use-success-page.ts';
import type { Submission } from '#features/submissions/contract.ts';
import { callEndpoint } from '#web/api-client.ts';
import { useCampaign } from '#web/campaign.ts';
import { Card } from '#web/ui/card.tsx';
import type { TimedOffer } from './use-pitch.ts';

export const PAYMENT_ID = 'complete-your-submission';

interface PitchPaymentProps {
  track: Submission;
  offer: TimedOffer;
  /** Of the signed link: whoever bears it pays for their own track. */
  access?: string;
  refresh: () => void;
}

export function PitchPayment({ track, offer, access, refresh }: PitchPaymentProps) {
  const { label } = useCampaign();
  return (
    <section
      id={PAYMENT_ID}
      tabIndex={-1}
      aria-label="Complete Your Submission"
      className="min-w-0 scroll-mt-6 break-words outline-none"
    >
      <Card title="Complete Your Submission">
        {offer.state === 'entered' ? (
          <p className="text-lg">
            “{track.trackTitle}” is entered in the final round. There is nothing left to pay.
          </p>
        ) : (
          <>
            <p className="text-pretty text-muted">
              The fee enters “{track.trackTitle}” in the final round, where staff of {label} listen to every
              entry. It buys no place, no score and no deal.
            </p>
            <Price offer={offer} />
            {/* A new price gets a new form: a card typed for one price is not sent for another. */}
            <EntryForm key={offer.product} track={track} offer={offer} access={access} refresh={refresh} />
          </>
        )}
      </Card>
    </section>
  );
}

function Price({ offer }: { offer: TimedOffer }) {
  return (
    <p className="mt-5 mb-6 flex flex-wrap items-baseline gap-x-4">
      <span className="figures text-5xl font-bold">{formatCents(offer.priceCents)}</span>
      {offer.state === 'live' ? (
        <s className="figures text-xl text-muted">{formatCents(offer.standardCents)}</s>
      ) : (
        <span className="text-muted">{WHY[offer.state] ?? 'one-time'}</span>
      )}
    </p>
  );
}

const WHY: Partial<Record<TimedOffer['state'], string>> = {
  expired: 'one-time. The discounted offer is over.',
  sold_out: 'one-time. Every discounted spot is taken or being paid for.',
  used: 'one-time. The discounted offer was used.',
};

function EntryForm({ track, offer, access, refresh }: PitchPaymentProps) {
  const purchase = usePurchase({
    ...useSuccessPage(String(track.id)),
    start: () =>
      callEndpoint(createIntent, {
        body: { submissionId: track.id, product: offer.product, amount: offer.priceCents, access },
      }),
    when: 'send',
    cents: offer.priceCents,
    failedTitle: 'Payment Failed',
    // The offer may have ended, or its last spot gone, since the page loaded.
    onChange: refresh,
    onCancelled: refresh,
  });
  return <CardForm purchase={purchase} label={`Pay ${formatCents(offer.priceCents)}`} />;
}
