/** /album-selected/:id: the offer for a selected album; until it is selected, a note that it is under review. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { ApiError } from '#web/api-client.ts';
import { usePageTitle, usePathParam } from '#web/page-navigation.ts';
import { endpointQuery } from '#web/query-client.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { PosterTitle } from '#web/ui/poster-title.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { getAlbum } from '../calls.ts';
import type { Album } from '../contract.ts';
import { AlbumOffer } from './album-offer.tsx';
import { TrackList } from './album-tracks.tsx';

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
  return <Frame>{album.selected ? <AlbumOffer album={album} /> : <UnderReview album={album} />}</Frame>;
}

const Frame = ({ children }: { children: ReactNode }) => (
  <div className="column py-10 md:py-14">{children}</div>
);

const HomeLink = () => (
  <Button asChild>
    <Link to="/album-mode">Send an album</Link>
  </Button>
);

function UnderReview({ album }: { album: Album }) {
  return (
    <>
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
    </>
  );
}
