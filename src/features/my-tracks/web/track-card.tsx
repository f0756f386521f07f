/** One track or album: its waveform, where it stands, and the one next step. */
import { ArrowRight } from 'lucide-react';
import { sayMove } from '#features/artist-pages/rules-history.ts';
import { RankHistory } from '#features/artist-pages/web/rank-history.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { LevelMeter } from '#web/ui/level-meter.tsx';
import { MiniWaveform } from '#web/ui/waveform.tsx';
import type { Belonging } from '../contract.ts';
import { WayLink } from './way-link.tsx';

export function TrackCard({ item, withWave }: { item: Belonging; withWave: boolean }) {
  const { title, state, tone, note, score, rank, history, progress } = item;
  return (
    <li className="border-t border-line py-6 first:border-0 first:pt-0">
      <div className="flex items-start justify-between gap-4">
        <h3 className="plate min-w-0 text-[1.375rem] wrap-anywhere line-clamp-3">{title}</h3>
        <Badge tone={tone} className="mt-1 shrink-0">
          {state}
        </Badge>
      </div>
      {rank && <Standing item={item} rank={rank} />}
      <RankHistory kept={history} rank={rank?.rank} />
      {progress !== null ? (
        <div
          role="progressbar"
          aria-label={`${title}: analysis`}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={progress}
          className="mt-4"
        >
          <LevelMeter plain value={progress} segments={48} className="h-3" />
        </div>
      ) : (
        withWave && (
          <div className="mt-4 flex items-center gap-6">
            <MiniWaveform peaks={item.peaks} className="h-9 min-w-0 flex-1" />
            {score !== null && <Score score={score} />}
          </div>
        )
      )}
      {!withWave && score !== null && (
        <p className="mt-3">
          <Score score={score} />
        </p>
      )}
      {note && <p className="mt-3 text-muted wrap-anywhere">{note}</p>}
      <Ways item={item} />
    </li>
  );
}

const Score = ({ score }: { score: number }) => (
  <span className="figures whitespace-nowrap text-muted">
    <strong className="text-2xl text-bone">{score}</strong> of 100
  </span>
);

interface StandingProps {
  item: Belonging;
  rank: NonNullable<Belonging['rank']>;
}

function Standing({ item, rank: { rank, of, votes } }: StandingProps) {
  const move = sayMove(item.history, rank);
  return (
    <p className="mt-2 flex items-end gap-3">
      <span className="poster text-[3.5rem] leading-none">
        <span className="text-edge">#</span>
        {rank}
      </span>
      <span className="pb-1 text-muted">
        {move ? (
          <span className={classNames('font-semibold', move.isLost ? 'text-hot' : 'text-good')}>
            {move.text}
          </span>
        ) : (
          `of ${of} by votes`
        )}
        <br />
        <strong className="figures text-bone">{votes}</strong> {votes === 1 ? 'vote' : 'votes'}
      </span>
    </p>
  );
}

const ROW =
  'flex min-h-12 items-center justify-between gap-3 rounded-md border px-4 font-semibold transition-colors';

function Ways({ item: { next, also, tone } }: { item: Belonging }) {
  if (!next) return null;
  return (
    <div className="mt-4 flex flex-col gap-2 sm:flex-row">
      <WayLink
        path={next.path}
        className={classNames(
          ROW,
          'flex-1',
          tone === 'warm' ? 'border-signal hover:bg-raised' : 'border-edge hover:border-bone hover:bg-raised',
        )}
      >
        {next.label}
        <ArrowRight aria-hidden="true" className="size-4 text-signal" />
      </WayLink>
      {also && (
        <WayLink
          path={also.path}
          className={classNames(ROW, 'border-transparent text-muted hover:bg-raised hover:text-bone')}
        >
          {also.label}
        </WayLink>
      )}
    </div>
  );
}
