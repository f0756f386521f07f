/** /artist-distro/:id: sells distribution, then takes the payment, then shows the order. */
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { PosterTitle } from '#features/campaign/web/poster-title.tsx';
import { formatCents } from '#features/payments/rules-catalogue.ts';
import { CardForm } from '#features/payments/web/card-form.tsx';
import { useIntent } from '#features/payments/web/use-intent.ts';
import type { Submission } from '#features/submissions/contract.ts';
import { callEndpoint } from '#web/api-client.ts';
import { useCampaign } from '#web/campaign.ts';
import { usePageTitle, usePathParam } from '#web/page-navigation.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { MiniWaveform } from '#web/ui/waveform.tsx';
import { createDistributionPayment, type DistributionStatus } from '../contract.ts';
import { ActivePanel } from './active-panel.tsx';
import { StoreList, shortDate } from './store-list.tsx';
import { useDistribution, useReport, useTrack } from './use-distribution.ts';

export default function SalesPage() {
  const id = usePathParam('id');
  const track = useTrack(id);
  const status = useDistribution(id);
  usePageTitle(track.data && `Distribution of ${track.data.trackTitle}`);
  if (track.isError || status.isError) return <LoadFailed detail={track.error?.message} />;
  if (!track.data || !status.data) return <Loading />;
  return (
    <Frame id={id}>
      {status.data.isPaid ? (
        <ActivePanel status={status.data} />
      ) : (
        <Offer id={id} track={track.data} status={status.data} refresh={status.refetch} />
      )}
    </Frame>
  );
}

interface OfferProps {
  id: string;
  track: Submission;
  status: DistributionStatus;
  refresh: () => unknown;
}

function Offer({ id, track, status, refresh }: OfferProps) {
  const { prices, votingDays } = useCampaign();
  const price = formatCents(prices.distribution);
  const intent = useIntent(() =>
    callEndpoint(createDistributionPayment, {
      body: { submissionId: Number(id), amount: prices.distribution / 100 },
    }),
  );
  const report = useReport(id, refresh);
  useEffect(() => {
    if (intent.error)
      toast({
        title: 'Payment Error',
        description: 'There was a problem starting the payment process. Please try again.',
        variant: 'destructive',
      });
  }, [intent.error]);
  return (
    <>
      <PosterTitle level={1} largest={5}>
        Put it in the stores
      </PosterTitle>
      <p className="mt-5 max-w-prose text-lg text-pretty break-words text-muted">
        “{track.trackTitle}” by {track.artistName} goes to {status.stores.length} named stores and{' '}
        {status.moreStores} more, planned for {shortDate(status.releaseDate)}. It also keeps the voting page
        open until the campaign ends; without it the page takes votes for {votingDays} days.
      </p>
      <MiniWaveform peaks={track.peaks} className="mt-8 h-16 w-full text-wave" />
      <div className="mt-8 grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_26rem]">
        <Card title="Planned stores">
          <StoreList status={status} />
        </Card>
        <Card title={intent.clientSecret ? 'Payment' : 'One price'}>
          <p className="figures text-5xl font-bold">{price}</p>
          <p className="mt-1 mb-6 text-muted">once, for this track</p>
          {intent.clientSecret ? (
            <CardForm
              clientSecret={intent.clientSecret}
              label={`Pay ${price}`}
              returnPath={`/payment-success/${id}`}
              failedTitle="Payment Failed"
              onGone={intent.clear}
              onPaid={({ paymentIntentId }) => void report(paymentIntentId)}
            />
          ) : (
            <Button
              variant="primary"
              size="large"
              className="w-full"
              pending={intent.pending}
              onClick={intent.begin}
            >
              {intent.pending ? 'Starting...' : `Distribute for ${price}`}
            </Button>
          )}
          <p role="alert" className="mt-4 text-sm text-hot empty:hidden">
            {intent.error}
          </p>
        </Card>
      </div>
    </>
  );
}

function Frame({ id, children }: { id: string; children: ReactNode }) {
  return (
    <div className="column py-10 md:py-14">
      <Button asChild variant="quiet" className="-ml-4 mb-6">
        <Link to={`/artist-vote/${id}`}>Back to the vote page</Link>
      </Button>
      {children}
    </div>
  );
}

export function LoadFailed({ detail }: { detail?: string }) {
  return (
    <div className="column py-14">
      <ErrorState
        level={1}
        title="Error Loading Submission"
        action={
          <Button asChild variant="primary">
            <Link to="/">Return Home</Link>
          </Button>
        }
      >
        <p>We couldn't find this submission or there was an error loading it.</p>
        {detail && <p className="mt-2 text-sm">{detail}</p>}
      </ErrorState>
    </div>
  );
}

function Loading() {
  return (
    <div role="status" className="column py-14">
      <span className="sr-only">Loading the track</span>
      <Skeleton className="h-20 w-2/3" />
      <Skeleton className="mt-6 h-12 w-1/2" />
      <div className="mt-8 grid gap-5 lg:grid-cols-[minmax(0,1fr)_26rem]">
        <Skeleton className="h-80" />
        <Skeleton className="h-80" />
      </div>
    </div>
  );
}
