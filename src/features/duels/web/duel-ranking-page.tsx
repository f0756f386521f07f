/** /discover/ranking: how the tracks stand by blind choices alone, each with how sure that is. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { endpointQuery } from '#web/query-client.ts';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';
import { MiniWaveform } from '#web/ui/waveform.tsx';
import { getDuelRanking } from '../calls.ts';
import type { RankedTrack } from '../contract.ts';
import { LEAST_DUELS } from '../limits.ts';

export function DuelRankingPage() {
  return (
    <div className="column max-w-5xl py-8 md:py-12">
      <h1 className="poster text-4xl md:text-6xl">Duel ranking</h1>
      <p className="mt-4 max-w-prose text-muted">
        Two hooks, no names, pick one. Every track is heard equally often, nothing can be bought, and votes do
        not count here. The bar shows where a track lies with 95% certainty: where two bars overlap, the order
        may still turn.
      </p>
      <p className="mt-5 flex flex-wrap gap-3">
        <Button asChild variant="primary">
          <Link to="/discover/duel">Play a duel</Link>
        </Button>
        <Button asChild>
          <Link to="/discover/listen">Just listen</Link>
        </Button>
      </p>
      <Ranking />
    </div>
  );
}

function Ranking() {
  const { data, isError, refetch } = useQuery({ ...endpointQuery(getDuelRanking), refetchOnMount: 'always' });
  if (isError && !data)
    return (
      <ErrorState
        className="mt-8"
        title="The ranking did not load"
        action={<Button onClick={() => void refetch()}>Try again</Button>}
      />
    );
  if (!data)
    return (
      <div role="status" className="mt-8 space-y-3">
        <span className="sr-only">Loading the ranking</span>
        {[0, 1, 2, 3, 4].map((row) => (
          <Skeleton key={row} className="h-20" />
        ))}
      </div>
    );
  if (data.tracks.length === 0)
    return (
      <EmptyState className="mt-8" title="Too early to say">
        A track has a place after {LEAST_DUELS} decided duels. So far there were {data.decided} in all.
      </EmptyState>
    );
  return (
    <>
      <ol className="mt-8 border-t border-line">
        {data.tracks.map((track) => (
          <Row key={track.id} track={track} />
        ))}
      </ol>
      <p className="mt-4 text-sm text-muted">
        {data.decided} choices, ranked by the Bradley–Terry model
        {data.computedAt && `, last made ${new Date(data.computedAt).toLocaleTimeString()}`}.
      </p>
    </>
  );
}

function Row({ track }: { track: RankedTrack }) {
  const { rank, chance, low, high, wins, duels } = track;
  return (
    <li className="grid grid-cols-[3rem_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 border-b border-line py-4 md:grid-cols-[4rem_minmax(0,1fr)_minmax(12rem,20rem)_auto]">
      <span className="poster text-3xl">{rank}</span>
      <p className="min-w-0">
        <Link to={`/results/${track.id}`} className="plate block truncate py-1 hover:underline">
          {track.trackTitle}
        </Link>
        <span className="block truncate text-sm text-muted">{track.artistName}</span>
      </p>
      <Button asChild variant="quiet" className="md:order-last">
        <Link to={`/artist-vote/${track.id}`}>Vote</Link>
      </Button>
      <div className="col-span-3 md:col-span-1">
        <div aria-hidden="true" className="relative h-3 bg-pit">
          <span className="absolute inset-y-0 bg-wave" style={{ left: `${low}%`, width: `${high - low}%` }} />
          <span
            className="absolute inset-y-0 w-1 -translate-x-0.5 bg-signal"
            style={{ left: `${chance}%` }}
          />
        </div>
        <p className="figures mt-1 text-xs text-muted">
          chosen {wins} of {duels} times · beats the average {chance}% ({low} to {high})
        </p>
        <MiniWaveform peaks={track.peaks} className="mt-1 h-4 md:hidden" />
      </div>
    </li>
  );
}
