/** Four made-up rivals beside the artist's own score. Says what it is: a simulation. */
import { useEffect, useState } from 'react';
import { HonestyBadge } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { moveRivals, RIVAL_MARK_MS, RIVAL_STEP_MS, startRivals } from '../rules-rivals.ts';

export function RivalsBoard({ artistName, score }: { artistName: string; score: number }) {
  const [rivals, setRivals] = useState(() => startRivals(score));
  const [marked, setMarked] = useState(false);
  useEffect(() => {
    setRivals(startRivals(score));
    let fade: ReturnType<typeof setTimeout>;
    const timer = setInterval(() => {
      setRivals((before) => moveRivals(before, score, Math.random));
      setMarked(true);
      fade = setTimeout(() => setMarked(false), RIVAL_MARK_MS);
    }, RIVAL_STEP_MS);
    return () => {
      clearInterval(timer);
      clearTimeout(fade);
    };
  }, [score]);
  return (
    <Card title="How a race looks" aside={<HonestyBadge tag="Simulation" />}>
      <ol className="figures">
        <Row place={1} name={artistName} score={score} own />
        {rivals.map(({ name, score: theirs, change }, index) => (
          <Row key={name} place={index + 2} name={name} score={theirs} change={marked ? change : 0} />
        ))}
      </ol>
      <p className="mt-4 text-sm text-muted">
        The rivals are invented and move by chance. The real ranking is the leaderboard.
      </p>
    </Card>
  );
}

interface RowProps {
  place: number;
  name: string;
  score: number;
  change?: number;
  own?: boolean;
}

function Row({ place, name, score, change = 0, own = false }: RowProps) {
  return (
    <li
      className={classNames(
        'grid min-h-11 grid-cols-[2rem_minmax(0,1fr)_3rem_3rem] items-center gap-2 border-b border-line px-2 transition-colors duration-200',
        own && 'font-bold text-signal',
        change !== 0 && 'bg-raised',
      )}
    >
      <span className="text-muted">{place}</span>
      <span className="truncate font-sans">{name}</span>
      <span className={classNames('text-right text-sm', change > 0 ? 'text-good' : 'text-hot')}>
        {change > 0 ? `+${change}` : change < 0 ? change : ''}
      </span>
      <span className="text-right">{score}</span>
    </li>
  );
}
