/** After a vote: where the track stands now, your name on the tape, your receipt, and the friend you might bring. */
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { ShareLink } from '#web/ui/share-link.tsx';
import { sayMoment, sayNextGoal, sayNumber } from '../rules-effect.ts';
import { ReceiptLine } from './receipt-line.tsx';
import { SupporterTape } from './supporter-tape.tsx';
import type { Casting } from './use-casting.ts';
import { RankCell } from './vote-effect.tsx';
import type { VoteContent } from './vote-frame.tsx';

interface VoteMomentProps {
  content: VoteContent;
  cast: Casting;
  onName: (name: string) => void;
  /** Back to the free vote: another number may vote from this device. */
  onAgain: () => void;
}

export function VoteMoment({ content, cast, onName, onAgain }: VoteMomentProps) {
  const { id, submission, rank, neighbours } = content;
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    section.current?.focus({ preventScroll: true });
    section.current?.scrollIntoView({ block: 'start' });
  }, []);
  // Until the ranks were read again, they are those from before the vote.
  const now =
    rank && (cast.state !== 'counted' || rank.voteCount >= cast.voteCount) ? rank.currentRank : null;
  const was = cast.before && cast.before.rank !== now ? cast.before.rank : null;
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-labelledby="vote-moment"
      className="scroll-mt-4 animate-rise max-md:scroll-mt-28 rounded-md border border-signal bg-panel p-5 outline-none md:p-6"
    >
      <div role="status">
        <p className="silk text-good">{SAID[cast.state]}</p>
        <h2 id="vote-moment" className="poster mt-2 text-[clamp(1.75rem,7.5vw,2.75rem)]">
          {sayMoment(cast, now)}
        </h2>
        <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2">
          {was && (
            <>
              <RankCell rank={was} />
              <span className="text-muted">
                <span aria-hidden="true">→</span>
                <span className="sr-only"> to </span>
              </span>
            </>
          )}
          {now !== null && <RankCell rank={now} lit />}
          <span className="text-muted">{sayVotes(cast)}</span>
        </p>
      </div>
      {cast.comment && (
        <blockquote className="mt-5 border-l-4 border-signal pl-4 text-lg wrap-anywhere">
          “{cast.comment}”<footer className="silk mt-2 text-muted">From the throne, on this page now</footer>
        </blockquote>
      )}
      {cast.state === 'counted' && <Standings content={content} now={now} />}
      {cast.state === 'counted' && <SupporterTape cast={cast} votes={content.votes} onName={onName} />}
      <ReceiptLine code={cast.receiptCode} state={cast.state} className="mt-5 text-muted" />
      {!cast.proven && (
        <p className="mt-2 text-sm text-muted">
          Nobody has proven this number yet.{' '}
          <a href={`/sign-in?then=/artist-vote/${id}`} className="underline underline-offset-4">
            Prove your number
          </a>{' '}
          and the vote is yours alone.
        </p>
      )}
      <h3 className="poster mt-7 text-2xl">Bring one friend</h3>
      <p className="mt-1 mb-4 text-muted">{sayNextGoal(rank, neighbours)}</p>
      <ShareLink
        path={`/artist-vote/${id}`}
        title={`${submission.trackTitle} by ${submission.artistName}`}
        text={`I voted for “${submission.trackTitle}” by ${submission.artistName}. One vote is free.`}
        card={id}
        news={now}
        film={submission}
      />
      <MovingOn content={content} proven={cast.proven} onAgain={onAgain} />
    </section>
  );
}

const SAID = {
  received: 'Vote received',
  counted: 'Vote counted',
  held: 'Vote received',
  waiting: 'Vote received',
  voided: 'Vote received',
} as const;

function sayVotes({ votes, voteCount, proven, state }: Casting): string {
  if (state !== 'counted') return `${votes} vote${votes === 1 ? '' : 's'}, not in the total yet`;
  const total = `${sayNumber(voteCount)} vote${voteCount === 1 ? '' : 's'} now`;
  return votes === 1 ? `${total}, yours is ${proven ? 'proven' : 'in'}` : `${total}, ${votes} of them yours`;
}

/** The track between its two neighbours. */
function Standings({
  content: { submission, rank, neighbours },
  now,
}: {
  content: VoteContent;
  now: number | null;
}) {
  if (!rank || !neighbours || now === null) return null;
  const lines = [
    neighbours.above && { ...neighbours.above, rank: now - 1 },
    { id: submission.id, trackTitle: submission.trackTitle, voteCount: rank.voteCount, rank: now },
    neighbours.below && { ...neighbours.below, rank: now + 1 },
  ].filter((line) => line !== null);
  return (
    <ol className="mt-5 border-y border-line">
      {lines.map((line) => (
        <li
          key={line.id}
          className={
            line.id === submission.id
              ? 'figures -mx-2 grid animate-rise grid-cols-[2.5rem_minmax(0,1fr)_auto] gap-2 rounded-md bg-signal px-2 py-2.5 font-bold text-ink'
              : 'figures grid grid-cols-[2.5rem_minmax(0,1fr)_auto] gap-2 py-2 text-muted'
          }
        >
          <span>{line.rank}</span>
          <span dir="auto" className="truncate font-sans">
            {line.trackTitle}
          </span>
          <span>{sayNumber(line.voteCount)}</span>
        </li>
      ))}
    </ol>
  );
}

interface MovingOnProps {
  content: VoteContent;
  proven: boolean;
  onAgain: () => void;
}

function MovingOn({ content: { neighbours }, proven, onAgain }: MovingOnProps) {
  const next = neighbours?.above ?? neighbours?.below;
  const link = 'inline-flex min-h-11 items-center underline underline-offset-4 hover:text-signal';
  return (
    <p className="mt-4 flex flex-wrap items-center gap-x-6">
      <Link to="/leaderboard" className={link}>
        Back to the board
      </Link>
      {next && (
        <Link to={`/artist-vote/${next.id}`} className={link}>
          Next track
        </Link>
      )}
      {!proven && (
        <button type="button" onClick={onAgain} className={`${link} ml-auto text-sm text-muted`}>
          Vote with another number
        </button>
      )}
    </p>
  );
}
