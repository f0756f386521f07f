/** '#7 → #6': what the next free vote would do, read live. */
import { classNames } from '#web/ui/class-names.ts';
import { describeEffect, sayNumber } from '../rules-effect.ts';
import type { VoteContent } from './vote-frame.tsx';

export function VoteEffect({
  content: { rank, neighbours },
  isSpent,
  className,
}: {
  content: Pick<VoteContent, 'rank' | 'neighbours'>;
  /** Today's vote is in. */
  isSpent: boolean;
  className?: string;
}) {
  if (!rank) return null;
  const { from, to, text } = describeEffect(rank, neighbours);
  return (
    <div className={classNames('flex items-center gap-3', className)}>
      <RankCell rank={from} />
      <span aria-hidden="true" className="text-muted">
        →
      </span>
      <span className="sr-only"> to </span>
      <RankCell rank={to} lit={to < from} />
      <p className="min-w-0 pl-1 text-[0.9375rem] leading-snug">
        <span className="block font-semibold">
          {isSpent ? 'What your next vote does' : 'What your vote does'}
        </span>
        <span className="text-muted">{text}</span>
      </p>
    </div>
  );
}

/** A rank in a cell of the tape counter. */
export function RankCell({ rank, lit = false }: { rank: number; lit?: boolean }) {
  return (
    <span
      className={classNames(
        'counter-cell counter-seam figures relative grid h-12 min-w-14 place-items-center px-2 text-xl font-bold',
        lit ? 'text-signal ring-1 ring-signal' : 'text-muted',
      )}
    >
      <span key={rank} className="animate-flip">
        #{sayNumber(rank)}
      </span>
    </span>
  );
}
