/** The parts a row is made of, the same in the table and on a card. */
import { Link } from '@tanstack/react-router';
import { presentScore } from '#features/scoring/rules-readiness.ts';
import { Badge, HonestyBadge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import type { Row } from '../contract.ts';
import { isSample } from '../copy-samples.ts';
import { DISPLAY_FORMULA, type ScoreBand, scoreBand } from '../rules-display.ts';

/** More digits, smaller type: a rank never breaks and never pushes the row. */
const RANK_SIZES = [
  'text-[3.25rem] max-md:text-[2.5rem]',
  'text-[2.5rem] max-md:text-[1.75rem]',
  'text-[1.75rem] max-md:text-xl',
  'text-xl max-md:text-base',
  'text-base max-md:text-sm',
];

export function Rank({ rank }: { rank: number }) {
  const size = RANK_SIZES[Math.min(String(rank).length, RANK_SIZES.length) - 1];
  return (
    <span
      className={classNames(
        'poster block text-center leading-none whitespace-nowrap',
        size,
        rank === 1 && 'text-signal',
      )}
    >
      {rank}
    </span>
  );
}

export function PreviewButton({ row, onPreview }: { row: Row; onPreview: () => void }) {
  return (
    <button
      type="button"
      onClick={onPreview}
      aria-haspopup="dialog"
      aria-label={`Preview ${row.trackTitle} by ${row.artistName}`}
      className="grid size-11 shrink-0 place-items-center rounded-full border border-edge text-signal transition-colors hover:border-signal hover:bg-signal hover:text-ink"
    >
      <svg viewBox="0 0 24 24" aria-hidden="true" className="size-5">
        <path fill="currentColor" d="M8 4.5v15L20 12z" />
      </svg>
    </button>
  );
}

/** Straight to the free vote. An example row has no page to vote on. */
export function VoteLink({ row, className }: { row: Row; className?: string }) {
  if (isSample(row)) return null;
  return (
    <Button asChild className={className}>
      <Link to={`/artist-vote/${row.id}`}>
        Vote<span className="sr-only"> for {row.trackTitle}</span>
      </Link>
    </Button>
  );
}

export function TrackName({ row }: { row: Row }) {
  return (
    <span dir="auto" title={row.trackTitle} className="plate line-clamp-2 text-left text-xl wrap-anywhere">
      {isSample(row) ? (
        row.trackTitle
      ) : (
        <Link to={`/results/${row.id}`} className="underline-offset-4 hover:text-signal hover:underline">
          {row.trackTitle}
        </Link>
      )}
    </span>
  );
}

/** What is not real about a row, if anything, and whether a person has heard it. */
export function RowTag({ row }: { row: Row }) {
  if (isSample(row)) return <HonestyBadge tag="Sample" />;
  return (
    <>
      {row.demo && <HonestyBadge tag="Demo" />}
      {row.heard && <Badge>Heard by a person</Badge>}
    </>
  );
}

const TONES: Record<ScoreBand, string> = { top: 'text-good', high: 'text-warm', plain: 'text-bone' };

export function Score({ score }: { score: number }) {
  const { shown, rawLabel } = presentScore(score, 'board');
  return (
    <span title={`Shown score = ${DISPLAY_FORMULA}`} className="block text-right">
      <span className={classNames('figures block text-2xl font-bold', TONES[scoreBand(shown)])}>{shown}</span>
      <span className="figures block text-xs text-muted">{rawLabel}</span>
    </span>
  );
}
