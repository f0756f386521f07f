/** The head of a vote page: title and artist; beside them votes, fan battle rank, and what the total is made of. */
import { Link } from '@tanstack/react-router';
import type { Submission } from '#features/submissions/contract.ts';
import { posterEms } from '#web/poster-type.ts';
import { ArtistName } from '#web/ui/artist-name.tsx';
import { HonestyBadge } from '#web/ui/badge.tsx';
import { classNames } from '#web/ui/class-names.ts';
import type { RankSimulation } from '../contract.ts';
import { sayNumber } from '../rules-effect.ts';
import { VoteCounter } from './vote-counter.tsx';
import type { VoteContent } from './vote-frame.tsx';
import { VoteSplit } from './vote-split.tsx';

/** One line while it can be read; from 28 px on it takes more. */
const fitTitle = (title: string) => ({
  fontSize: `clamp(1.75rem, ${(98 / Math.max(4, posterEms(title))).toFixed(2)}cqw, var(--largest))`,
});

export function VoteHeader({ submission, kicker }: { submission: Submission; kicker: string }) {
  const { trackTitle, artistName, artistId, genre, demo, id } = submission;
  return (
    <header className="min-w-0">
      <p className="silk text-signal">{kicker}</p>
      <div className="@container mt-3 [--largest:3.2rem] md:mt-5 md:[--largest:5.5rem]">
        <h1 dir="auto" style={fitTitle(trackTitle)} className="poster line-clamp-3 wrap-anywhere">
          {trackTitle}
        </h1>
      </div>
      <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-lg text-muted wrap-anywhere md:mt-5">
        <ArtistName id={artistId} className="font-semibold text-bone">
          {artistName}
        </ArtistName>
        {genre && <span>{genre}</span>}
        {demo && <HonestyBadge tag="Demo" />}
        <Link
          to={`/results/${id}`}
          className="-my-2 inline-flex min-h-11 items-center text-base underline underline-offset-4 hover:text-bone"
        >
          Analysis
        </Link>
      </p>
    </header>
  );
}

export function VoteStanding({ content: { submission, voting, rank } }: { content: VoteContent }) {
  return (
    <div className="border-t border-line pt-4 lg:border-0 lg:pt-0">
      <div className="mb-4 flex flex-wrap items-end justify-between gap-x-4 gap-y-4">
        <FanRank rank={rank} />
        <VoteCounter value={voting?.counts.total ?? submission.voteCount} label="Supporter votes" />
      </div>
      <VoteSplit counts={voting?.counts} />
    </div>
  );
}

/** The briefs' sample rank, tagged, while the real one is unknown. */
const UNKNOWN = { rank: 1, of: 3701 } as const;

function FanRank({ rank }: { rank: RankSimulation | undefined }) {
  const place = rank?.currentRank ?? UNKNOWN.rank;
  const of = rank?.totalRanked ?? UNKNOWN.of;
  return (
    <div>
      <p className="silk relative mb-2 flex items-center gap-3 text-muted">
        Fan battle rank
        {!rank && <HonestyBadge tag="Sample" className="max-sm:absolute max-sm:-top-7 max-sm:left-0" />}
      </p>
      <p className="flex h-17 items-center gap-2">
        <span className={classNames('poster leading-17 sm:text-[3.5rem]', fitRank(place))}>
          <span className="text-muted">#</span>
          {sayNumber(place)}
        </span>
        <span className="figures text-muted">of {sayNumber(of)}</span>
      </p>
    </div>
  );
}

/** On a phone it stays beside the counter: nothing below moves when the real rank arrives. */
const fitRank = (rank: number) =>
  rank < 100 ? 'text-[2.625rem]' : rank < 1000 ? 'text-[1.75rem]' : 'text-xl';

/** '~N more votes to reach #1', from the real counts. */
export function WayToFirst({ rank }: { rank: RankSimulation | undefined }) {
  if (!rank) return null;
  return (
    <p className="figures text-sm text-signal">
      {rank.votesToFirst === 0
        ? 'Number one right now'
        : `~${sayNumber(rank.votesToFirst)} more vote${rank.votesToFirst === 1 ? '' : 's'} to reach #1`}
    </p>
  );
}
