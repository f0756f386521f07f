/** /payment/:id: pays the distribution of one track; the price shown is the price charged. */
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { getSubmission } from '#features/submissions/calls.ts';
import { callEndpoint } from '#web/api-client.ts';
import { useCampaign } from '#web/campaign.ts';
import { usePageTitle, usePathParam } from '#web/page-navigation.ts';
import { endpointQuery } from '#web/query-client.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { PosterTitle } from '#web/ui/poster-title.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { createIntent } from '../calls.ts';
import { formatCents } from '../rules-catalogue.ts';
import { CardForm, CardFormSkeleton } from './card-form.tsx';
import { PAYMENT_TEXTS } from './payment-texts.ts';
import { usePurchase } from './use-purchase.ts';
import { useSuccessPage } from './use-success-page.ts';

export default function PaymentPage() {
  const id = usePathParam('id');
  const navigate = useNavigate();
  const { prices } = useCampaign();
  const { data: track, isError } = useQuery(endpointQuery(getSubmission, { params: { id } }));
  usePageTitle(track && `Distribute ${track.trackTitle}`);
  const purchase = usePurchase({
    ...useSuccessPage(id),
    start: () =>
      callEndpoint(createIntent, {
        body: { submissionId: Number(id), amount: prices.distribution, product: 'distribution' },
      }),
    when: 'load',
    enabled: /^\d+$/.test(id),
    onCancelled: () => void navigate({ to: `/results/${id}` }),
  });
  return (
    <div className="column max-w-2xl py-12 md:py-16">
      <PosterTitle level={1} largest={4}>
        Distribute your track
      </PosterTitle>
      <p className="mt-5 text-lg break-words text-muted">
        {track ? (
          <>
            “{track.trackTitle}” by {track.artistName}, to the stores of this campaign.
          </>
        ) : isError ? (
          'We could not read this track.'
        ) : (
          ' '
        )}
      </p>
      <p className="mt-6 flex items-baseline gap-3">
        <span className="figures text-4xl font-bold">{formatCents(prices.distribution)}</span>
        <span className="text-muted">once</span>
      </p>
      <Card className="mt-8" title="Payment">
        {purchase.error ? (
          <SetUpFailed
            error={purchase.error}
            onAgain={() => void purchase.begin()}
            pending={purchase.pending}
            id={id}
          />
        ) : purchase.clientSecret ? (
          <CardForm purchase={purchase} label="DISTRIBUTE YOUR TRACK NOW" />
        ) : (
          <CardFormSkeleton />
        )}
      </Card>
    </div>
  );
}

function SetUpFailed(props: { error: string; onAgain: () => void; pending: boolean; id: string }): ReactNode {
  return (
    <ErrorState
      level={2}
      title={PAYMENT_TEXTS.unavailable}
      action={
        <>
          <Button variant="primary" onClick={props.onAgain} pending={props.pending}>
            Try Again
          </Button>
          <Button asChild>
            <Link to={`/results/${props.id}`}>Back to the track</Link>
          </Button>
        </>
      }
    >
      {props.error}
    </ErrorState>
  );
}
