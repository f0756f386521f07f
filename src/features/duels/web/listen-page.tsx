/** /discover/listen: hooks one after the other, without dead air. Vote, or on to the next: by touch, swipe or key. */
import { Link } from '@tanstack/react-router';
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { useMe } from '#features/people/web/use-me.ts';
import { castFreeVote } from '#features/votes/calls.ts';
import { callEndpoint, readableMessage } from '#web/api-client.ts';
import { Button } from '#web/ui/button.tsx';
import { PlayButton } from '#web/ui/play-button.tsx';
import { PosterTitle } from '#web/ui/poster-title.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';
import { MiniWaveform } from '#web/ui/waveform.tsx';
import type { ListenedTrack } from '../contract.ts';
import { useListen } from './use-listen.ts';

export function ListenPage() {
  const listen = useListen();
  return (
    <div className="column max-w-3xl py-8 md:py-12">
      <h1 className="poster text-3xl md:text-5xl">Listen</h1>
      <p className="mt-2 text-muted">Twelve seconds each, in random order.</p>
      <Body listen={listen} />
      <p className="mt-8 flex flex-wrap gap-3">
        <Button asChild variant="quiet">
          <Link to="/discover/duel">Blind duel</Link>
        </Button>
        <Button asChild variant="quiet">
          <Link to="/leaderboard">The whole leaderboard</Link>
        </Button>
      </p>
    </div>
  );
}

type Listen = ReturnType<typeof useListen>;

function Body({ listen }: { listen: Listen }) {
  const { track, isFailed, isEnd } = listen;
  if (isFailed && !track)
    return (
      <ErrorState
        className="mt-6"
        title="No music right now"
        action={<Button onClick={() => void listen.more()}>Try again</Button>}
      />
    );
  if (isEnd)
    return (
      <EmptyState
        className="mt-6"
        title="That was all of them"
        action={
          <Button variant="primary" onClick={() => listen.go(-listen.at)}>
            From the start
          </Button>
        }
      />
    );
  if (!track)
    return (
      <div role="status" className="mt-6">
        <span className="sr-only">Loading the first hook</span>
        <Skeleton className="h-96" />
      </div>
    );
  return <Card key={track.id} track={track} listen={listen} />;
}

/** From here on a swipe is meant, px. */
const SWIPE = 60;

function Card({ track, listen }: { track: ListenedTrack; listen: Listen }) {
  const { go, toggle, sound, isStarted, upNext } = listen;
  const from = useRef<number | null>(null);
  const end = ({ clientX }: PointerEvent) => {
    const moved = clientX - (from.current ?? clientX);
    from.current = null;
    if (Math.abs(moved) >= SWIPE) go(moved < 0 ? 1 : -1);
  };
  useEffect(() => {
    const onKey = ({ key, target }: KeyboardEvent) => {
      if (target instanceof HTMLInputElement || target instanceof HTMLButtonElement) return;
      if (key === 'ArrowRight') go(1);
      if (key === 'ArrowLeft') go(-1);
      if (key === ' ') toggle();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });
  return (
    <article
      aria-label={`${track.trackTitle} by ${track.artistName}`}
      className="mt-6 touch-pan-y rounded-md border border-line bg-panel p-5 select-none md:p-8"
      onPointerDown={({ clientX }) => {
        from.current = clientX;
      }}
      onPointerUp={end}
      onPointerCancel={() => {
        from.current = null;
      }}
    >
      <PosterTitle level={2} largest={3.5} lines={2} className="wrap-anywhere">
        {track.trackTitle}
      </PosterTitle>
      <p className="mt-2 truncate text-lg text-muted">{track.artistName}</p>
      <MiniWaveform
        peaks={sound?.peaks ?? track.peaks}
        bars={64}
        progress={sound ? sound.time() / sound.seconds : 0}
        className="mt-6 h-32"
      />
      <div className="mt-6 flex flex-wrap items-center gap-3">
        <PlayButton playing={sound?.isPlaying() ?? false} label={track.trackTitle} onClick={toggle} />
        <VoteHere id={track.id} />
        <Button size="large" className="flex-1 max-sm:px-3" onClick={() => go(1)}>
          Next
        </Button>
      </div>
      <p aria-live="polite" className="mt-4 truncate text-sm text-muted">
        {!isStarted
          ? 'Press play once; the next one starts by itself.'
          : upNext
            ? `Next: ${upNext.trackTitle}`
            : 'The last one'}
      </p>
    </article>
  );
}

/** One touch for somebody who is signed in; the vote page for everybody else. */
function VoteHere({ id }: { id: number }) {
  const person = useMe();
  const [state, setState] = useState<'open' | 'sending' | string>('open');
  if (!person)
    return (
      <Button asChild variant="primary" size="large" className="flex-1 max-sm:px-3">
        <Link to={`/artist-vote/${id}`}>Vote free</Link>
      </Button>
    );
  const vote = async () => {
    setState('sending');
    try {
      await callEndpoint(castFreeVote, { params: { id: String(id) }, body: {} });
      setState('Voted');
    } catch (error) {
      setState(readableMessage(error, 'That did not work'));
    }
  };
  return (
    <Button
      variant="primary"
      size="large"
      className="flex-1 max-sm:px-3"
      pending={state === 'sending'}
      disabled={state !== 'open'}
      onClick={() => void vote()}
    >
      {state === 'open' ? 'Vote free' : state === 'sending' ? 'Voting' : state}
    </Button>
  );
}
