/** /album-selected/:id: the offer to an artist whose album staff selected; before that, that it is under review. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { ApiError } from '#web/api-client.ts';
import { useCampaign } from '#web/campaign.ts';
import { usePageTitle, usePathParam } from '#web/page-navigation.ts';
import { endpointQuery } from '#web/query-client.ts';
import { formatTime } from '#web/time-code.ts';
import { AudioPlayer } from '#web/ui/audio-player.tsx';
import { Badge, HonestyBadge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Claim } from '#web/ui/claim.tsx';
import { PosterTitle } from '#web/ui/poster-title.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { type Album, getAlbum } from '../contract.ts';
import { DealPanel } from './deal-panel.tsx';
import { ReviewLetter } from './review-letter.tsx';

export default function AlbumSelectedPage() {
  const id = usePathParam('id');
  const { data: album, error, refetch } = useQuery(endpointQuery(getAlbum, { params: { id } }));
  usePageTitle(album && `${album.albumName} by ${album.artistName}`);
  const missing = error instanceof ApiError && error.status === 404;
  useEffect(() => {
    if (error && !missing)
      toast({ title: 'Error', description: 'Failed to load album information', variant: 'destructive' });
  }, [error, missing]);
  if (missing)
    return (
      <Frame>
        <ErrorState level={1} title="Album Not Found" action={<HomeLink />}>
          The requested album could not be found.
        </ErrorState>
      </Frame>
    );
  if (error)
    return (
      <Frame>
        <ErrorState
          level={1}
          title="Error"
          action={
            <Button variant="primary" onClick={() => void refetch()}>
              Try Again
            </Button>
          }
        >
          Failed to load album information
        </ErrorState>
      </Frame>
    );
  if (!album)
    return (
      <Frame>
        <p role="status" className="silk text-muted">
          Loading your exclusive album selection...
        </p>
        <Skeleton className="mt-6 h-40" />
        <Skeleton className="mt-6 h-96" />
      </Frame>
    );
  return album.selected ? <Offer album={album} /> : <UnderReview album={album} />;
}

const Frame = ({ children }: { children: ReactNode }) => (
  <div className="column py-10 md:py-14">{children}</div>
);

const HomeLink = () => (
  <Button asChild>
    <Link to="/album-mode">Send an album</Link>
  </Button>
);

function Offer({ album }: { album: Album }) {
  const { claims } = useCampaign();
  return (
    <Frame>
      <div className="flex flex-wrap items-center gap-3">
        <Badge tone="hot">LIVE</Badge>
        <Badge tone="signal">Distribution Offer</Badge>
      </div>
      <PosterTitle level={1} largest={8} className="mt-5 text-signal">
        CONGRATULATIONS
      </PosterTitle>
      <div className="mt-6 grid gap-8 lg:grid-cols-[auto_minmax(0,1fr)]">
        {album.coverImageUrl && (
          <img
            src={album.coverImageUrl}
            alt={`Cover of ${album.albumName}`}
            width={224}
            height={224}
            className="size-56 rounded-sm border border-line"
          />
        )}
        <div className="flex flex-col justify-between gap-6">
          <p className="text-2xl wrap-anywhere md:text-3xl">
            <span className="plate">{album.albumName}</span>{' '}
            <span className="text-muted">by {album.artistName}</span>
          </p>
          <div className="flex flex-wrap gap-x-12 gap-y-5">
            <dl className="flex flex-wrap gap-x-12 gap-y-5">
              <Fact label="Tracks">{album.tracks.length}</Fact>
              <Fact label="Status">WINNER</Fact>
            </dl>
            <Claim basis={claims.dealValue.basis} showBasis={false}>
              <dl>
                <Fact label="Deal value">{claims.dealValue.figure}</Fact>
              </dl>
            </Claim>
          </div>
        </div>
      </div>
      <div className="mt-10 grid items-start gap-6 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <div className="flex flex-col gap-6">
          <TrackList album={album} />
          <ReviewLetter album={album} />
          <Analytics album={album} />
        </div>
        <DealPanel album={album} />
      </div>
    </Frame>
  );
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt className="silk text-muted">{label}</dt>
    <dd className="figures mt-1 text-4xl font-bold">{children}</dd>
  </div>
);

function TrackList({ album }: { album: Album }) {
  return (
    <Card title="The album">
      <ol className="flex flex-col">
        {album.tracks.map((track, index) => (
          <li key={track.id} className="border-t border-line py-5 first:border-0 first:pt-0 last:pb-0">
            <div className="mb-3 flex items-baseline gap-4">
              <span className="figures font-bold text-signal">{index + 1}</span>
              <h3 className="plate min-w-0 flex-1 text-xl wrap-anywhere">{track.title}</h3>
              <span className="figures text-sm text-muted">{formatTime(track.duration)}</span>
            </div>
            <AudioPlayer
              src={track.audioUrl}
              label={`${track.title} by ${album.artistName}`}
              peaks={track.peaks}
              duration={track.duration}
              preload="none"
            />
          </li>
        ))}
      </ol>
    </Card>
  );
}

/** Shown until the album was heard, and tagged (AS-3). */
const SAMPLE = {
  commercialViability: 95,
  quality: 'A+',
  industryScore: 8.7,
  marketPotential: 'HIGH',
} as const;

function Analytics({ album }: { album: Album }) {
  const figures = album.analysis?.analytics ?? SAMPLE;
  const cells = [
    [`${figures.commercialViability}%`, 'Commercial viability'],
    [figures.quality, 'Quality'],
    [figures.industryScore.toFixed(1), 'Industry score'],
    [figures.marketPotential, 'Market potential'],
  ];
  return (
    <Card title="Distribution Analytics" aside={album.analysis ? undefined : <HonestyBadge tag="Sample" />}>
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-md border border-line bg-line">
        {cells.map(([figure, label]) => (
          <div key={label} className="flex flex-col-reverse bg-panel p-4">
            <dt className="silk mt-1 text-muted">{label}</dt>
            <dd className="figures text-3xl font-bold">{figure}</dd>
          </div>
        ))}
      </dl>
      {album.analysis && (
        <p className="mt-4 text-sm text-muted">
          Read off the analysis of your album: commerciality and production of the three tracks, the album
          score of 10, and hook and commerciality together. They measure how finished it is; nobody can
          measure success ahead.
        </p>
      )}
    </Card>
  );
}

function UnderReview({ album }: { album: Album }) {
  return (
    <Frame>
      <Badge tone="warm">Under review</Badge>
      <PosterTitle level={1} largest={6} className="mt-5">
        {album.albumName}
      </PosterTitle>
      <p className="mt-5 max-w-2xl text-lg text-muted">
        By {album.artistName}. This album is with our A&R people: nothing has been decided yet. If it is
        selected, we text the number it was sent with, and the offer stands on this page.
      </p>
      <div className="mt-8">
        <TrackList album={album} />
      </div>
      {album.mine && !album.submissionPaid && (
        <Button asChild variant="primary" size="large" className="mt-8">
          <Link to="/album-mode">Continue your submission</Link>
        </Button>
      )}
    </Frame>
  );
}
