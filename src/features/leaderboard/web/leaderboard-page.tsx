/** /leaderboard: the public ranking, five a page, kept up to date while it is looked at. */
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { lazyPanel } from '#web/ui/lazy-part.tsx';
import { Pagination } from '#web/ui/pagination.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';
import { useSteps } from '#web/ui/use-steps.ts';
import type { Row } from '../contract.ts';
import { PAGE_SIZE } from '../limits.ts';
import { DISPLAY_FORMULA } from '../rules-display.ts';
import { BoardChips, BoardSearch, RefreshButton } from './board-controls.tsx';
import { Board } from './board-table.tsx';
import { useBoard, useBoardView } from './use-board.ts';

/** Dialog and player are fetched with the first preview. */
const importPreview = () => import('./preview-dialog.tsx');
const PreviewDialog = lazyPanel(importPreview, ({ onClose }) => onClose());

export default function LeaderboardPage() {
  const { view, show } = useBoardView();
  const { board, samples, failed, fetching, changing, refresh } = useBoard(view);
  // The head of the page, then a row at a time, then what stands below them.
  const step = useSteps(PAGE_SIZE + 1);
  const isWhole = step > PAGE_SIZE;
  const [previewed, setPreviewed] = useState<Row | null>(null);
  return (
    <div className="column py-10 md:py-14">
      <div className="grid items-end gap-x-10 gap-y-7 lg:grid-cols-[1fr_auto]">
        <h1 className="poster text-[clamp(min(2rem,9vw),5.2vw,4.75rem)] lg:max-xl:text-[4.3vw]">
          Discovery <br className="max-sm:hidden" />
          Leaderboard
        </h1>
        <div className="flex min-w-0 flex-col gap-3">
          <div className="flex gap-2 lg:justify-end">
            <BoardSearch search={view.search} onSearch={(search) => show({ search }, { replace: true })} />
            <RefreshButton fetching={fetching} onRefresh={refresh} />
          </div>
          <BoardChips
            genre={view.genre}
            heard={view.heard === 'yes'}
            onGenre={(genre) => show({ genre })}
            onHeard={(heard) => show({ heard: heard ? 'yes' : undefined })}
          />
        </div>
      </div>
      <div className="mt-8">
        {failed && <LoadFailed />}
        {!failed && !board && <BoardSkeleton />}
        {board && board.total === 0 && (
          <NothingFound filtered={Boolean(view.genre || view.search || view.heard)} />
        )}
        {board && board.total > 0 && (
          <>
            {samples && (
              <p className="mb-4 max-w-prose text-muted">
                No track has been analysed yet. These five rows are examples of how the board will look.
              </p>
            )}
            <Board rows={board.rows.slice(0, step)} stale={changing} onPreview={setPreviewed} />
            {isWhole && (
              <Pagination
                page={board.page}
                pageSize={PAGE_SIZE}
                total={board.total}
                onPage={(page) => show({ page })}
                className="mt-4"
              />
            )}
          </>
        )}
      </div>
      {/* With the board or its failure, not before: it would only be pushed down. */}
      {isWhole && (board || failed) && <HowItIsScored />}
      {previewed && <PreviewDialog row={previewed} onClose={() => setPreviewed(null)} />}
    </div>
  );
}

function NothingFound({ filtered }: { filtered: boolean }) {
  return (
    <EmptyState
      title="No submissions found"
      action={
        <>
          <Button asChild variant="primary">
            <Link to="/upload-form">Submit your track</Link>
          </Button>
          {filtered && (
            <Button asChild>
              <Link to="/leaderboard">Show all tracks</Link>
            </Button>
          )}
        </>
      }
    >
      Be the first to submit your track!
    </EmptyState>
  );
}

function LoadFailed() {
  return (
    <ErrorState
      title="Failed to load leaderboard"
      action={
        <Button variant="primary" onClick={() => location.reload()}>
          Try Again
        </Button>
      }
    >
      The ranking is safe. We just can't reach it right now.
    </ErrorState>
  );
}

function BoardSkeleton() {
  return (
    <div role="status" className="rounded-md border border-line md:pt-10">
      <span className="sr-only">Loading the leaderboard</span>
      {Array.from({ length: PAGE_SIZE }, (_, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: five places, all alike
          key={index}
          className="grid grid-cols-[3.25rem_1fr_3rem] items-center gap-3 border-b border-line p-4 last:border-0 max-md:h-36 md:h-25 xl:h-19 md:grid-cols-[3.25rem_2.75rem_1fr_1fr_3rem] md:gap-6 md:px-7 md:first-of-type:border-t"
        >
          <Skeleton className="h-10" />
          <Skeleton className="size-11 rounded-full max-md:order-1" />
          <Skeleton className="h-6 max-w-64" />
          <Skeleton className="h-9 max-md:order-1" />
          <Skeleton className="h-9" />
          <Skeleton className="order-1 h-8 md:hidden" />
        </div>
      ))}
    </div>
  );
}

function HowItIsScored() {
  return (
    <p className="mt-10 border-t border-line pt-4 text-sm text-muted">
      Ranked by score, then by who came first. Votes never move a track here. The large figure is{' '}
      {DISPLAY_FORMULA}; the raw score, 0 to 100, stands under it. A score is no verdict: it measures how
      finished a recording is and can be aimed at, so staff listen and mark what they have heard.{' '}
      <Link to="/method" className="text-bone underline underline-offset-4 hover:text-signal">
        How this is scored
      </Link>
    </p>
  );
}
