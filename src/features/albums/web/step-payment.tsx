/** Step 4: the submission fee, what it is for and what it is not. */

import { formatCents } from '#features/payments/rules-catalogue.ts';
import { CardForm, CardFormSkeleton } from '#features/payments/web/card-form.tsx';
import type { Begun, Purchase } from '#features/payments/web/purchase.ts';
import { useCampaign } from '#web/campaign.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Claim } from '#web/ui/claim.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import type { Album } from '../contract.ts';

interface StepPaymentProps {
  album: Album;
  purchase: Purchase<Begun, void>;
  onBack: () => void;
}

export function StepPayment({ album, purchase, onBack }: StepPaymentProps) {
  const { prices, claims, label } = useCampaign();
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,6fr)_minmax(0,5fr)]">
      <div className="flex flex-col gap-6">
        <div>
          <p className="silk text-muted">Official submission fee</p>
          <p className="figures mt-2 text-6xl font-bold">{formatCents(prices.albumSubmission)}</p>
          <p className="mt-4 max-w-prose text-lg">
            It puts “{album.albumName}” in front of the A&R people of {label}, who listen to all three tracks.
            You get your results in 30 days.
          </p>
        </div>
        <Claim basis={claims.albumChances.basis}>
          <p className="plate text-2xl">{claims.albumChances.text}</p>
        </Claim>
        <p className="max-w-prose text-sm text-muted">
          The score is yours already and does not change by paying. Nobody is selected by a score or a
          payment: people choose.
        </p>
        <div>
          <Button variant="quiet" onClick={onBack}>
            Back to the analysis
          </Button>
        </div>
      </div>
      <Card title="Payment">
        {purchase.returned && <p className="mb-4 text-sm text-warm">{purchase.returned}</p>}
        {purchase.error ? (
          <ErrorState
            level={3}
            title="Payment could not be started"
            action={
              <Button variant="primary" onClick={() => void purchase.begin()} pending={purchase.pending}>
                Try Again
              </Button>
            }
          >
            {purchase.error}
          </ErrorState>
        ) : purchase.clientSecret ? (
          <CardForm purchase={purchase} label={`Pay ${formatCents(prices.albumSubmission)}`} />
        ) : (
          <CardFormSkeleton />
        )}
      </Card>
    </div>
  );
}
