/** /artist-distro/:id: sells distribution, then takes the payment, then shows the order. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ReleaseNeeds } from '#features/releases/web/release-needs.tsx';
import type { Submission } from '#features/submissions/contract.ts';
import { callEndpoint } from '#web/api-client.ts';
import { useCampaign } from '#web/campaign.ts';
import { usePageTitle, usePathParam } from '#web/page-navigation.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { PosterTitle } from '#web/ui/poster-title.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { MiniWaveform } from '#web/ui/waveform.tsx';
import { createDistributionPayment } from '../calls.ts';
import type { DistributionStatus } from '../contract.ts';
import { ActivePanel } from './active-panel.tsx';
import { LoadFailed } from './load-failed.tsx';
import { PaymentCard } from './payment-card.tsx';
import { StoreList, shortDate } from './store-list.tsx';
import { useDistribution, useTrack } from './use-distribution.ts';

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
        <ActivePanel status={status.data}>
          <ReleaseNeeds kind="track" id={id} />
        </ActivePanel>
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
  const { prices, votingDays, endsAt } = useCampaign();
  const over = Date.parse(endsAt) <= Date.now();
  return (
    <>
      <PosterTitle level={1} largest={5}>
        Put it in the stores
      </PosterTitle>
      <p className="mt-5 max-w-prose text-lg text-pretty break-words text-muted">
        “{track.trackTitle}” by {track.artistName} goes to {status.stores.length} named stores and{' '}
        {status.moreStores} more, planned for {shortDate(status.releaseDate)}.{' '}
        {over
          ? 'The campaign has ended: votes are no longer taken, distributed or not.'
          : `It also keeps the voting page open until the campaign ends; without it the page takes votes for ${votingDays} days.`}
      </p>
      <MiniWaveform peaks={track.peaks} className="mt-8 h-16 w-full text-wave" />
      <div className="mt-8 grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_26rem]">
        <Card title="Planned stores">
          <StoreList status={status} />
        </Card>
        <PaymentCard
          id={id}
          title="One price"
          start={() =>
            callEndpoint(createDistributionPayment, {
              body: { submissionId: Number(id), amount: prices.distribution / 100 },
            })
          }
          failed="There was a problem starting the payment process. Please try again."
          refresh={refresh}
        />
      </div>
      <ReleaseNeeds kind="track" id={id} />
    </>
  );
}

function Frame({ id, children }: { id: string; children: ReactNode }) {
  const { partner, demo } = useCampaign();
  return (
    <div className="column py-10 md:py-14">
      <Button asChild variant="quiet" className="-ml-4 mb-6">
        <Link to={`/artist-vote/${id}`}>Back to the vote page</Link>
      </Button>
      {children}
      <p className="mt-8 flex flex-wrap gap-x-6 text-sm text-muted">
        <Link
          to={`/${partner.pathWord}-distribution/${id}`}
          className="inline-flex min-h-11 items-center underline underline-offset-4 hover:text-bone"
        >
          With {partner.name}
        </Link>
        <Link
          to={`/payment/${id}`}
          className="inline-flex min-h-11 items-center underline underline-offset-4 hover:text-bone"
        >
          Straight to the payment
        </Link>
        {demo && (
          <Link
            to={`/payment-success-demo/${id}`}
            className="inline-flex min-h-11 items-center underline underline-offset-4 hover:text-bone"
          >
            What success looks like
          </Link>
        )}
      </p>
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
