/** /listen/:token: the tracks somebody was let hear, and nothing else. */
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { endpointUrl } from '#web/api-client.ts';
import { endpointQuery } from '#web/query-client.ts';
import { sayMoment } from '#web/staff/moments.ts';
import { AudioPlayer } from '#web/ui/audio-player.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState } from '#web/ui/states.tsx';
import { listen, listenTo } from '../calls.ts';
import { COMPARED } from '../limits.ts';
import { CompareTracks } from './compare-tracks.tsx';

export default function ListenPage() {
  const { token } = useParams({ strict: false }) as { token: string };
  const { data, isError } = useQuery({
    ...endpointQuery(listen, { params: { token } }),
    refetchOnMount: 'always',
  });
  if (isError)
    return (
      <div className="column py-10">
        <EmptyState level={1} title="This link is over">
          Ask whoever sent it for a new one.
        </EmptyState>
      </div>
    );
  if (!data) return <Skeleton className="column my-10 h-64" />;
  const srcOf = (id: number) => endpointUrl(listenTo, { params: { token, id } });
  const few = data.tracks.length >= COMPARED.least && data.tracks.length <= COMPARED.most;
  return (
    <div className="column py-10 md:py-14">
      <h1 className="poster text-[clamp(1.75rem,6vw,4rem)]">{data.name}</h1>
      <p className="mt-3 text-muted">
        For your ears, until {sayMoment(data.expiresAt)}. {data.tracks.length} tracks.
      </p>
      {few && (
        <div className="mt-6">
          <CompareTracks tracks={data.tracks.map((track) => ({ ...track, src: srcOf(track.id) }))} />
        </div>
      )}
      <ol className="mt-8 flex flex-col gap-8">
        {data.tracks.map((track, place) => (
          <li key={track.id}>
            <p className="mb-2">
              <span className="figures text-muted">{place + 1}</span>{' '}
              <span className="text-lg font-semibold">{track.trackTitle}</span>{' '}
              <span className="text-muted">by {track.artistName}</span>
            </p>
            <AudioPlayer
              src={srcOf(track.id)}
              label={`${track.trackTitle} by ${track.artistName}`}
              peaks={track.peaks}
              duration={track.seconds}
              preload="none"
            />
          </li>
        ))}
      </ol>
    </div>
  );
}
