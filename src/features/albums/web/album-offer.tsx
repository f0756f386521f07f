import type { ReactNode } from 'react';
import { useCampaign } from '#web/campaign.ts';
import { Badge, HonestyBadge } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';
import { Claim } from '#web/ui/claim.tsx';
import { PosterTitle } from '#web/ui/poster-title.tsx';
import type { Album } from '../contract.ts';
import { TrackList } from './album-tracks.tsx';
import { DealPanel } from './deal-panel.tsx';
import { ReviewLetter } from './review-letter.tsx';

export function AlbumOffer({ album }: { album: Album }) {
  const { claims } = useCampaign();
  return (
    <>
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
    </>
  );
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt className="silk text-muted">{label}</dt>
    <dd className="figures mt-1 text-4xl font-bold">{children}</dd>
  </div>
);

/** Shown until the album is analysed, and tagged (AS-3). */
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
