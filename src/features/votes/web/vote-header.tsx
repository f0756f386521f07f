/** The header of a vote page: title, artist, vote count and fan battle rank. */
import { Link } from '@tanstack/react-router';
import type { Submission } from '#features/submissions/contract.ts';
import { HonestyBadge } from '#web/ui/badge.tsx';
import type { RankSimulation } from '../contract.ts';
import { VoteCounter } from './vote-counter.tsx';

interface VoteHeaderProps {
  submission: Submission;
  kicker: string;
  total: number | null;
  rank: RankSimulation | undefined;
}

/** The longer the title, the smaller its type, so that all of it fits. */
function titleSize(title: string): string {
  const longest = Math.max(...title.split(/\s+/).map((word) => word.length));
  if (title.length <= 22 && longest <= 10) return 'text-[clamp(2.5rem,7vw,6rem)]';
  if (title.length <= 60 && longest <= 16) return 'text-[clamp(1.75rem,4.5vw,3.75rem)]';
  return 'text-[clamp(1.375rem,2.6vw,2.25rem)] leading-none';
}

export function VoteHeader({ submission, kicker, total, rank }: VoteHeaderProps) {
  const { trackTitle, artistName, genre, demo, id } = submission;
  return (
    <header className="grid items-end gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <p className="silk text-signal">{kicker}</p>
        <h1 dir="auto" className={`poster mt-5 wrap-anywhere ${titleSize(trackTitle)}`}>
          {trackTitle}
        </h1>
        <p className="mt-5 flex flex-wrap items-center gap-x-3 gap-y-1 text-xl text-muted wrap-anywhere">
          <span dir="auto">{artistName}</span>
          {genre && <span className="before:mr-3 before:content-['—']">{genre}</span>}
          {demo && <HonestyBadge tag="Demo" />}
          <Link to={`/results/${id}`} className="text-base underline underline-offset-4 hover:text-bone">
            Analysis
          </Link>
        </p>
      </div>
      <div className="flex flex-wrap items-end gap-x-10 gap-y-6">
        <VoteCounter value={total} label="Supporter votes" />
        <FanRank rank={rank} />
      </div>
    </header>
  );
}

/** The briefs' sample rank, tagged, while the real one is unknown. */
const UNKNOWN = { rank: 1, of: 3701 } as const;

function FanRank({ rank }: { rank: RankSimulation | undefined }) {
  const place = rank?.currentRank ?? UNKNOWN.rank;
  const of = rank?.totalRanked ?? UNKNOWN.of;
  return (
    <div>
      <p className="silk mb-2 flex items-center gap-3 text-muted">
        Fan battle rank {!rank && <HonestyBadge tag="Sample" />}
      </p>
      <p className="flex h-17 items-baseline gap-2">
        <span className="poster text-[3.5rem] leading-17">
          <span className="text-muted">#</span>
          {place.toLocaleString('en-US')}
        </span>
        <span className="figures text-muted">of {of.toLocaleString('en-US')}</span>
      </p>
    </div>
  );
}

/** '~N more votes to reach #1', from the real counts. */
export function WayToFirst({ rank }: { rank: RankSimulation | undefined }) {
  if (!rank) return null;
  return (
    <p className="figures text-sm text-signal">
      {rank.votesToFirst === 0
        ? 'Number one right now'
        : `~${rank.votesToFirst.toLocaleString('en-US')} more vote${rank.votesToFirst === 1 ? '' : 's'} to reach #1`}
    </p>
  );
}
