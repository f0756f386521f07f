/** /discover/duel: two hooks face each other, nameless until one is chosen. Cannot be bought. */
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { formatTime } from '#web/time-code.ts';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { PlayButton } from '#web/ui/play-button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';
import { MiniWaveform } from '#web/ui/waveform.tsx';
import { SITTING } from '../limits.ts';
import { type Side, type Told, useDuel } from './use-duel.ts';

type State = ReturnType<typeof useDuel>;

export function DuelPage() {
  const duel = useDuel();
  useKeys(duel);
  return (
    <div className="column flex max-w-3xl flex-col py-6 md:py-10">
      <header className="flex items-center justify-between gap-4">
        <h1 className="poster text-2xl md:text-4xl">Blind duel</h1>
        <p className="figures text-sm text-muted">
          <strong className="text-bone">{duel.number}</strong> of {SITTING}
        </p>
        <Button asChild variant="quiet" size="icon">
          <Link to="/discover/ranking" aria-label="Leave the duel">
            <span aria-hidden="true" className="text-2xl">
              ×
            </span>
          </Link>
        </Button>
      </header>
      <Progress number={duel.number} />
      <Body duel={duel} />
    </div>
  );
}

/** 1 and 2 play, A and B choose, S skips. Off while something else has the keyboard. */
function useKeys({ toggle, pick, phase, isHeard }: State) {
  useEffect(() => {
    const onKey = ({ key, target, metaKey, ctrlKey, altKey }: KeyboardEvent) => {
      if (phase !== 'choosing' || metaKey || ctrlKey || altKey || target instanceof HTMLInputElement) return;
      const side = key.toLowerCase() as Side;
      if (key === '1' || key === '2') toggle(key === '1' ? 'a' : 'b');
      else if ((side === 'a' || side === 'b') && isHeard('a') && isHeard('b')) void pick(side);
      else if (key.toLowerCase() === 's') void pick('skip');
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });
}

const Progress = ({ number }: { number: number }) => (
  <div aria-hidden="true" className="mt-4 flex gap-1.5">
    {Array.from({ length: SITTING }, (_, index) => (
      <span
        // biome-ignore lint/suspicious/noArrayIndexKey: places, not things
        key={index}
        className={classNames(
          'h-2 flex-1',
          index + 1 < number ? 'bg-signal' : index + 1 === number ? 'bg-bone' : 'bg-unlit',
        )}
      />
    ))}
  </div>
);

function Body({ duel }: { duel: State }) {
  if (duel.phase === 'done') return <Done duel={duel} />;
  if (duel.phase === 'empty')
    return (
      <EmptyState className="mt-6" title="You have heard them all" action={<RankingLink primary />}>
        New pairs come with new tracks. Until then, see how the duels stand.
      </EmptyState>
    );
  if (duel.phase === 'failed')
    return (
      <ErrorState
        className="mt-6"
        title="No duel right now"
        action={
          <Button variant="primary" onClick={() => void duel.begin()}>
            Try again
          </Button>
        }
      >
        {duel.error}
      </ErrorState>
    );
  if (duel.phase === 'loading' || !duel.sounds)
    return (
      <div role="status" className="mt-6 space-y-4">
        <span className="sr-only">Loading two hooks</span>
        <Skeleton className="h-64" />
        <Skeleton className="h-64" />
      </div>
    );
  return (
    <>
      <Half side="a" duel={duel} />
      <p className="relative my-1 flex justify-center border-t-2 border-bone">
        <span className="plate -mt-3.5 bg-bone px-4 text-ink">OR</span>
      </p>
      <Half side="b" duel={duel} />
      <p aria-live="assertive" className="mt-3 min-h-6 text-center text-sm">
        {duel.phase === 'told' && duel.told && sayTold(duel.told)}
        <span className="text-hot">{duel.error}</span>
      </p>
      <footer className="mt-2 flex items-center gap-4 border-t border-line pt-3">
        <span aria-hidden="true" className="size-3 bg-good" />
        <p className="flex-1 text-sm">
          <strong>Cannot be bought</strong>
          <br />
          <span className="text-muted">Names after you pick</span>
        </p>
        <Button variant="quiet" onClick={() => void duel.pick('skip')} disabled={duel.phase !== 'choosing'}>
          Skip
        </Button>
      </footer>
    </>
  );
}

const sayTold = ({ a, b, pick }: Told) =>
  pick === 'skip'
    ? 'Skipped: it counts for nobody.'
    : `A was ${a.trackTitle} by ${a.artistName}, B was ${b.trackTitle} by ${b.artistName}.`;

function Half({ side, duel }: { side: Side; duel: State }) {
  const sound = duel.sounds?.[side];
  if (!sound) return null;
  const isPlaying = sound.isPlaying();
  const letter = side.toUpperCase();
  const keys = (
    <div className="flex items-center gap-4">
      <span className={classNames('poster w-20 text-7xl md:text-8xl', isPlaying && 'text-signal')}>
        {letter}
      </span>
      <PlayButton playing={isPlaying} label={`hook ${letter}`} onClick={() => duel.toggle(side)} />
      <Choice side={side} duel={duel} />
    </div>
  );
  const wave = (
    <MiniWaveform
      peaks={sound.peaks}
      bars={64}
      progress={sound.time() / sound.seconds}
      className="h-28 w-full sm:h-36"
    />
  );
  const state = (
    <p className="silk my-2 flex justify-between text-muted">
      <span className={classNames('flex items-center gap-1', isPlaying && 'text-signal')}>
        {isPlaying ? 'Playing' : duel.isHeard(side) ? 'Heard' : 'Not heard yet'}
      </span>
      <span className="figures">
        {formatTime(sound.time())} / {formatTime(sound.seconds)}
      </span>
    </p>
  );
  const parts: ReactNode[] = side === 'a' ? [keys, state, wave] : [wave, state, keys];
  return (
    <section aria-label={`Hook ${letter}`} className="mt-4">
      {parts[0]}
      {parts[1]}
      {parts[2]}
    </section>
  );
}

function Choice({ side, duel }: { side: Side; duel: State }) {
  const letter = side.toUpperCase();
  if (duel.phase === 'told' && duel.told && duel.told.pick !== 'skip') {
    const track = duel.told[side];
    return (
      <p className="min-w-0 flex-1">
        <strong className="plate block truncate">{track.trackTitle}</strong>
        <span className="block truncate text-muted">{track.artistName}</span>
        <Link to={`/artist-vote/${track.id}`} className="inline-flex min-h-11 items-center underline">
          Vote for it
        </Link>
      </p>
    );
  }
  const isAwake = duel.isHeard('a') && duel.isHeard('b');
  return (
    <Button
      size="large"
      className="plate flex-1"
      disabled={!isAwake}
      title={isAwake ? undefined : 'Hear six seconds of both first'}
      onClick={() => void duel.pick(side)}
    >
      Pick {letter}
    </Button>
  );
}

function Done({ duel }: { duel: State }) {
  return (
    <section className="mt-6">
      <h2 className="poster text-3xl">You chose</h2>
      <ol className="mt-4 border-t border-line">
        {duel.chosen.map(({ pick, a, b }) => {
          const [won, lost] = pick === 'a' ? [a, b] : [b, a];
          return (
            <li key={`${won.id}-${lost.id}`} className="flex items-center gap-4 border-b border-line py-3">
              <MiniWaveform peaks={won.peaks} bars={40} className="h-8 w-24 shrink-0" />
              <p className="min-w-0 flex-1">
                <strong className="block truncate">{won.trackTitle}</strong>
                <span className="block truncate text-sm text-muted">
                  {won.artistName}, over {lost.trackTitle}
                </span>
              </p>
              <Button asChild variant="quiet">
                <Link to={`/artist-vote/${won.id}`}>Vote</Link>
              </Button>
            </li>
          );
        })}
      </ol>
      <div className="mt-5 flex flex-wrap gap-3">
        <Button variant="primary" onClick={duel.again}>
          Ten more
        </Button>
        <RankingLink />
      </div>
    </section>
  );
}

const RankingLink = ({ primary = false }: { primary?: boolean }) => (
  <Button asChild variant={primary ? 'primary' : 'secondary'}>
    <Link to="/discover/ranking">See the duel ranking</Link>
  </Button>
);
