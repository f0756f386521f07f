/** Previous, at most five page numbers, Next, and what is shown of how many. */
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { pageWindow, shownRange } from './pagination-window.ts';

export interface PaginationProps {
  page: number;
  pageSize: number;
  total: number;
  onPage: (page: number) => void;
  className?: string;
}

export function Pagination({ page, pageSize, total, onPage, className }: PaginationProps) {
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const shown = shownRange(page, pageSize, total);
  return (
    <div className={classNames('flex flex-wrap items-center justify-between gap-x-6 gap-y-3', className)}>
      <p className="figures text-sm text-muted" aria-live="polite">
        Showing {shown.from} to {shown.to} of {shown.total} results
      </p>
      <nav
        aria-label="Pages"
        className="figures flex min-w-0 items-center text-sm max-sm:w-full max-sm:justify-between sm:gap-1"
      >
        <Button variant="quiet" disabled={page <= 1} onClick={() => onPage(page - 1)} className={PLAIN}>
          <ChevronLeft aria-hidden="true" className="size-4 max-sm:hidden" />
          Previous
        </Button>
        {pageWindow(page, pages).map((number) => (
          <button
            key={number}
            type="button"
            aria-label={`Page ${number}`}
            aria-current={number === page ? 'page' : undefined}
            onClick={() => onPage(number)}
            className="h-11 min-w-8 max-w-11 flex-1 rounded-md sm:w-11 text-muted hover:bg-raised hover:text-bone aria-[current]:font-bold aria-[current]:text-signal"
          >
            {number}
          </button>
        ))}
        <Button variant="quiet" disabled={page >= pages} onClick={() => onPage(page + 1)} className={PLAIN}>
          Next
          <ChevronRight aria-hidden="true" className="size-4 max-sm:hidden" />
        </Button>
      </nav>
    </div>
  );
}

const PLAIN =
  'min-w-11 px-1! text-sm! sm:px-2! disabled:border-transparent disabled:bg-transparent disabled:text-edge';
