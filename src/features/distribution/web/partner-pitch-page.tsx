/** /{brand}-distribution/:submissionId: the partner's pitch, with the payment begun when the page opens. */
import { Link } from '@tanstack/react-router';
import type { Submission } from '#features/submissions/contract.ts';
import { callEndpoint } from '#web/api-client.ts';
import { useCampaign } from '#web/campaign.ts';
import { usePageTitle, usePathParam } from '#web/page-navigation.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { PosterTitle } from '#web/ui/poster-title.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { payDistribution } from '../calls.ts';
import type { DistributionStatus } from '../contract.ts';
import { ActivePanel } from './active-panel.tsx';
import { LoadFailed } from './load-failed.tsx';
import { PaymentCard } from './payment-card.tsx';
import { StoreList, shortDate } from './store-list.tsx';
import { SET_UP_FAILED, useDistribution, useTrack } from './use-distribution.ts';

export default function PartnerPitchPage() {
  const id = usePathParam('submissionId');
  const track = useTrack(id);
  const status = useDistribution(id);
  usePageTitle(track.data && `${track.data.trackTitle}: distribution`);
  if (track.isError || status.isError) return <LoadFailed detail={track.error?.message} />;
  return (
    <div className="column py-10 md:py-14">
      {!track.data || !status.data ? (
        <div role="status">
          <span className="sr-only">Loading the offer</span>
          <Skeleton className="h-24 w-2/3" />
          <Skeleton className="mt-8 h-96" />
        </div>
      ) : status.data.isPaid ? (
        <ActivePanel status={status.data} />
      ) : (
        <Pitch id={id} track={track.data} status={status.data} refresh={status.refetch} />
      )}
      <Button asChild className="mt-8">
        <Link to={`/artist-vote/${id}`}>Return to Vote Page</Link>
      </Button>
    </div>
  );
}

interface PitchProps {
  id: string;
  track: Submission;
  status: DistributionStatus;
  refresh: () => unknown;
}

function Pitch({ id, track, status, refresh }: PitchProps) {
  const { partner, label } = useCampaign();
  return (
    <>
      <Badge tone="signal">{partner.name}</Badge>
      <PosterTitle level={1} largest={5} className="mt-4">
        {`${track.trackTitle} on ${partner.name}`}
      </PosterTitle>
      <p className="mt-5 max-w-prose text-lg text-pretty break-words text-muted">
        {partner.name} and {label} bring “{track.trackTitle}” by {track.artistName} to {status.stores.length}{' '}
        named stores and {status.moreStores} more. You keep your rights; staff send it out and this page shows
        how far each store is. Planned release: {shortDate(status.releaseDate)}.
      </p>
      <div className="mt-8 grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_26rem]">
        <Card title="Planned stores">
          <StoreList status={status} />
        </Card>
        <PaymentCard
          id={id}
          title="Payment"
          start={() => callEndpoint(payDistribution, { params: { id } })}
          onLoad
          failed={SET_UP_FAILED}
          refresh={refresh}
        />
      </div>
    </>
  );
}
