/** What votes would do: a strip for each step, as high as the rank it leads to, from the server's exact simulation. */
import { Card } from '#web/ui/card.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { LevelMeter } from '#web/ui/level-meter.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { RankSimulation } from '../contract.ts';
import { sayNumber } from '../rules-effect.ts';
import { WayToFirst } from './vote-header.tsx';

interface ImpactPreviewProps {
  rank: RankSimulation | undefined;
  /** The campaign has ended. */
  over: boolean;
}

export function ImpactPreview({ rank, over }: ImpactPreviewProps) {
  return (
    <Card
      title="Vote impact preview"
      aside={
        over ? <p className="figures text-sm text-signal">Final standings</p> : <WayToFirst rank={rank} />
      }
    >
      {rank ? <Strips rank={rank} /> : <Unranked />}
      <p className="mt-4 text-sm text-muted">
        {over
          ? 'The campaign has ended and no vote is taken any more; this is what more votes would have done. '
          : 'The rank this track would have now with that many more votes. '}
        Votes, free or paid, move the fan battle rank and nothing else: score and leaderboard are only ever
        the music.
      </p>
    </Card>
  );
}

function Unranked() {
  return (
    <div className="flex flex-col gap-3">
      <Skeleton className="h-40" />
      <p className="text-sm text-muted">
        Once the track is analysed it gets its first fan rank, and this preview with it.
      </p>
    </div>
  );
}

function Strips({ rank }: { rank: RankSimulation }) {
  const steps = [
    { label: 'Now', place: rank.currentRank, gained: 0 },
    ...rank.simulations.map(({ voteCount, newRank, positionsGained }) => ({
      label: `+${voteCount}`,
      place: newRank,
      gained: positionsGained,
    })),
  ];
  return (
    <ol className="grid grid-cols-6 divide-x divide-line">
      {steps.map(({ label, place, gained }, index) => (
        <li key={label} className="flex flex-col items-center px-1 text-center">
          <span className="silk text-muted">
            {label}
            {index > 0 && <span className="sr-only"> votes</span>}
          </span>
          <LevelMeter
            vertical
            plain
            value={height(place, rank.totalRanked)}
            segments={18}
            className="mt-3 h-36 w-4 sm:w-6"
          />
          <span className="figures mt-3 text-base font-bold sm:text-2xl">#{sayNumber(place)}</span>
          <span
            className={classNames(
              'figures text-[0.6875rem] sm:text-xs',
              gained > 0 ? 'text-good' : 'text-muted',
            )}
          >
            {gained > 0 ? `▲ ${sayNumber(gained)}` : index === 0 ? 'rank' : 'same'}
          </span>
        </li>
      ))}
    </ol>
  );
}

/** Number one fills the strip; the last place still has a light. */
function height(place: number, total: number): number {
  return total <= 1 ? 100 : ((total - place) / (total - 1)) * 100;
}
