/** The top three: the best tracks of the board, each with the level of its score. */
import { Link } from '@tanstack/react-router';
import { HonestyBadge } from '#web/ui/badge.tsx';
import { LevelMeter } from '#web/ui/level-meter.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { type BoardRow, useBoard } from './use-board.ts';

const SHOWN = 3;

export function TopThree() {
  const { data, isError } = useBoard();
  const rows = data?.rows.slice(0, SHOWN) ?? [];
  return (
    <section aria-labelledby="top-three">
      <div className="flex min-h-6 items-center justify-between gap-4 border-b border-line pb-3">
        <h2 id="top-three" className="silk text-muted">
          On the desk now
        </h2>
        {rows.some((row) => row.demo) && <HonestyBadge tag="Demo" />}
      </div>
      {data && rows.length > 0 && (
        <ol>
          {rows.map((row) => (
            <TopThreeLine key={row.id} row={row} />
          ))}
        </ol>
      )}
      {!data && !isError && <TopThreePending />}
      {((data && rows.length === 0) || (isError && !data)) && (
        <p className="pt-4 text-sm text-muted">
          {data
            ? 'Nobody yet. The first track that is heard takes all three lines.'
            : 'We could not load the board. You can still send a track.'}
        </p>
      )}
    </section>
  );
}

function TopThreeLine({ row }: { row: BoardRow }) {
  return (
    <li className="border-b border-line">
      <Link
        to={`/results/${row.id}`}
        className="group grid min-h-15 grid-cols-[minmax(0,1fr)_7.5rem_3ch] items-center gap-4 py-2"
      >
        <span className="text-[0.9375rem] leading-snug">
          <bdi className="block truncate font-semibold group-hover:text-signal">{row.trackTitle}</bdi>{' '}
          <bdi className="block truncate text-muted">{row.artistName}</bdi>
        </span>
        <LevelMeter value={row.score} segments={16} className="h-5" />
        <span className="figures text-right text-sm">
          <span className="sr-only">score </span>
          {row.score}
        </span>
      </Link>
    </li>
  );
}

function TopThreePending() {
  return (
    <div role="status">
      <span className="sr-only">Loading the board</span>
      {[0, 1, 2].map((line) => (
        <div
          key={line}
          className="flex h-[3.8125rem] items-center justify-between gap-4 border-b border-line"
        >
          <Skeleton className="h-4 w-2/5" />
          <Skeleton className="h-5 w-30" />
        </div>
      ))}
    </div>
  );
}
