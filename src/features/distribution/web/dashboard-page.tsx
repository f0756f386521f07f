/** /artist-update-2/:id: the artist's distribution dashboard, opened with the signed link. */
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { Lock } from 'lucide-react';
import { ReleaseNeeds } from '#features/releases/web/release-needs.tsx';
import type { AnswerOf } from '#platform/http/endpoint.ts';
import { ApiError, callEndpoint } from '#web/api-client.ts';
import { usePageTitle, usePathParam } from '#web/page-navigation.ts';
import { endpointQuery } from '#web/query-client.ts';
import { AudioPlayer } from '#web/ui/audio-player.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { PosterTitle } from '#web/ui/poster-title.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { getDashboard, payDistribution } from '../calls.ts';
import { ActivePanel } from './active-panel.tsx';
import { PaymentCard } from './payment-card.tsx';
import { StoreList, shortDate } from './store-list.tsx';
import { SET_UP_FAILED } from './use-distribution.ts';

type Dashboard = AnswerOf<typeof getDashboard>;

export default function DashboardPage() {
  const id = usePathParam('id');
  const { access } = useSearch({ strict: false }) as { access?: string };
  const { data, error, refetch, isFetching } = useQuery({
    ...endpointQuery(getDashboard, { params: { id }, query: { access } }),
    refetchOnMount: 'always',
  });
  usePageTitle(data && `${data.trackTitle}: distribution`);
  if (error && !data)
    return <DashboardFailed error={error} onReload={() => void refetch()} pending={isFetching} />;
  if (!data)
    return (
      <div role="status" className="column py-14">
        <p className="text-muted">Loading your distribution dashboard...</p>
        <Skeleton className="mt-6 h-24" />
        <Skeleton className="mt-5 h-80" />
      </div>
    );
  return (
    <div className="column py-10 md:py-14">
      {data.isPaid ? <ActivePanel status={data} /> : <ActionRequired dashboard={data} />}
      <ReleaseNeeds kind="track" id={id} />
      <div className="mt-5 grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_26rem]">
        <div className="flex min-w-0 flex-col gap-5">
          <Card title="Track">
            <p className="plate mb-4 text-xl break-words">
              {data.trackTitle} <span className="text-muted">by {data.artistName}</span>
            </p>
            <AudioPlayer
              src={data.audioUrl}
              label={`${data.trackTitle} by ${data.artistName}`}
              peaks={data.peaks}
              duration={data.duration}
            />
          </Card>
          <LockedAnalytics paid={data.isPaid} />
          {!data.isPaid && (
            <Card title="Stores" aside={<Badge>planned</Badge>}>
              <StoreList status={data} />
            </Card>
          )}
        </div>
        {!data.isPaid && (
          <PaymentCard
            id={id}
            title="Distribute this track"
            start={() => callEndpoint(payDistribution, { params: { id }, query: { access } })}
            onLoad
            failed={SET_UP_FAILED}
            refresh={refetch}
          />
        )}
      </div>
    </div>
  );
}

function ActionRequired({ dashboard }: { dashboard: Dashboard }) {
  return (
    <div role="status" className="rounded-md border border-hot/70 bg-panel p-5 md:p-7">
      <Badge tone="hot">Action required</Badge>
      <PosterTitle level={1} largest={4} className="mt-4">
        Not distributed
      </PosterTitle>
      <p className="mt-4 max-w-prose text-pretty break-words text-muted">
        “{dashboard.trackTitle}” is in no store. The release is planned for {shortDate(dashboard.releaseDate)}
        ; our staff begin once distribution is paid.
      </p>
    </div>
  );
}

/** There are no figures before the track is in the stores. */
function LockedAnalytics({ paid }: { paid: boolean }) {
  return (
    <Card title="Analytics" aside={<Lock aria-hidden="true" className="size-4 text-muted" />}>
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        {['Streams', 'Saves', 'Shares', 'Votes'].map((name) => (
          <div key={name}>
            <dt className="silk text-muted">{name}</dt>
            <dd className="figures mt-1 text-3xl">--</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 text-sm text-muted">
        {paid
          ? 'Figures come from the stores, once the track is live there.'
          : 'Locked until the track is distributed.'}
      </p>
    </Card>
  );
}

function DashboardFailed(props: { error: Error; onReload: () => void; pending: boolean }) {
  const refused = props.error instanceof ApiError && [403, 404].includes(props.error.status);
  return (
    <div className="column py-14">
      <ErrorState
        level={1}
        title={refused ? 'Dashboard Not Found' : 'Dashboard Not Loaded'}
        action={
          <>
            {!refused && (
              <Button variant="primary" onClick={props.onReload} pending={props.pending}>
                Try Again
              </Button>
            )}
            <Button asChild>
              <Link to="/">Return to Home</Link>
            </Button>
          </>
        }
      >
        {refused
          ? 'Artist dashboard not found. The link may be invalid or expired.'
          : "We couldn't load your distribution dashboard. Please check the link and try again."}
      </ErrorState>
    </div>
  );
}
