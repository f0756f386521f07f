/** /artist/:id: the artist's portrait, words, tracks with where they stood, albums, and following. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ApiError } from '#web/api-client.ts';
import { usePageTitle, usePathParam } from '#web/page-navigation.ts';
import { endpointQuery } from '#web/query-client.ts';
import { Button } from '#web/ui/button.tsx';
import { PosterTitle } from '#web/ui/poster-title.tsx';
import { ShareLink } from '#web/ui/share-link.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';
import { getArtist } from '../calls.ts';
import type { Artist } from '../contract.ts';
import { Albums, count, TrackRow } from './artist-music.tsx';
import { EditWords } from './edit-words.tsx';
import { FollowButton } from './follow-button.tsx';
import { Portrait } from './portrait.tsx';

export default function ArtistPage() {
  const id = usePathParam('id');
  const { data, error, isFetching, refetch } = useQuery({
    ...endpointQuery(getArtist, { params: { id } }),
    refetchOnMount: 'always',
  });
  usePageTitle(data?.name);
  if (error && !data)
    return (
      <Frame>
        <LoadFailed error={error} onRetry={() => void refetch()} retrying={isFetching} />
      </Frame>
    );
  return <Frame>{data ? <Shown artist={data} /> : <Loading />}</Frame>;
}

function Shown({ artist }: { artist: Artist }) {
  const { id, name, tracks, albums } = artist;
  return (
    <>
      <Head artist={artist} />
      <div className="mt-10 grid items-start gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <section aria-labelledby="artist-tracks" className="min-w-0">
          <h2 id="artist-tracks" className="silk mb-3 text-muted">
            Tracks
          </h2>
          {tracks.length === 0 && (
            <EmptyState level={3} title="Nothing to hear yet">
              Once a track of yours was heard, this page is public.
            </EmptyState>
          )}
          <ul>
            {tracks.map((track) => (
              <TrackRow key={track.id} track={track} artistName={name} />
            ))}
          </ul>
        </section>
        <div className="flex min-w-0 flex-col gap-10">
          {albums.length > 0 && <Albums albums={albums} />}
          {tracks.length > 0 && (
            <section aria-labelledby="share-artist">
              <h2 id="share-artist" className="poster mb-4 text-2xl">
                Pass it on
              </h2>
              <ShareLink
                path={`/artist/${id}`}
                title={name}
                text={`Hear ${name} and vote free.`}
                card={`artist-${id}`}
              />
            </section>
          )}
        </div>
      </div>
    </>
  );
}

function Head({ artist }: { artist: Artist }) {
  const { name, bio, links, votes, followers, tracks, mine } = artist;
  return (
    <header className="grid items-center gap-x-10 gap-y-6 md:grid-cols-[minmax(0,1fr)_auto]">
      <Portrait tracks={tracks} className="mx-auto size-52 md:order-last md:size-72" />
      <div className="min-w-0">
        <PosterTitle level={1} largest={5.5} lines={3} className="wrap-anywhere">
          {name}
        </PosterTitle>
        <p className="figures mt-4 text-muted">
          {count(votes, 'vote')} · {count(tracks.length, 'track')} · {count(followers, 'follower')}
        </p>
        {bio && (
          <p dir="auto" className="mt-4 max-w-prose whitespace-pre-line wrap-anywhere">
            {bio}
          </p>
        )}
        <Links links={links} />
        <div className="mt-5 flex flex-wrap gap-3">
          <FollowButton artist={artist} size="large" />
          {mine && <EditWords artist={artist} />}
        </div>
      </div>
    </header>
  );
}

/** Where they lead is read before they are followed; nothing of ours goes with whoever does. */
function Links({ links }: { links: readonly string[] }) {
  if (links.length === 0) return null;
  return (
    <ul className="mt-3 flex flex-wrap gap-x-5">
      {links.map((link) => {
        const { hostname, pathname } = new URL(link);
        return (
          <li key={link} className="min-w-0">
            <a
              href={link}
              rel="nofollow ugc noopener noreferrer"
              target="_blank"
              className="inline-flex min-h-11 items-center underline underline-offset-4 wrap-anywhere hover:text-signal"
            >
              {hostname.replace(/^www\./, '')}
              {pathname.length > 1 && pathname.slice(0, 24)}
            </a>
          </li>
        );
      })}
    </ul>
  );
}

interface LoadFailedProps {
  error: Error;
  onRetry: () => void;
  retrying: boolean;
}

function LoadFailed({ error, onRetry, retrying }: LoadFailedProps) {
  const isGone = error instanceof ApiError && error.status === 404;
  return (
    <ErrorState
      level={1}
      title={isGone ? 'No such artist' : 'The page did not load'}
      action={
        <>
          {!isGone && (
            <Button variant="primary" onClick={onRetry} pending={retrying}>
              {retrying ? 'Trying…' : 'Try again'}
            </Button>
          )}
          <Button asChild>
            <Link to="/leaderboard">See the leaderboard</Link>
          </Button>
        </>
      }
    >
      {isGone
        ? 'They may have taken their music down.'
        : 'Nothing is lost. Check the connection and try again.'}
    </ErrorState>
  );
}

function Loading() {
  return (
    <div role="status">
      <span className="sr-only">Loading the artist</span>
      <div className="flex flex-col-reverse items-center gap-6 md:flex-row md:justify-between">
        <Skeleton className="h-20 w-full max-w-xl" />
        <Skeleton className="size-52 rounded-full md:size-72" />
      </div>
      {[1, 2, 3].map((row) => (
        <Skeleton key={row} className="mt-6 h-24" />
      ))}
    </div>
  );
}

const Frame = ({ children }: { children: ReactNode }) => (
  <div className="column py-8 md:py-12">{children}</div>
);
