/** Tables as tables: real rows and headers, sortable by a button in the header, scrolling inside their own frame. */
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** `caption` names the table for assistive technology; it is not drawn. `stacked`: its rows are cards on a phone. */
export function Table({
  caption,
  stacked,
  className,
  children,
  ...rest
}: ComponentProps<'table'> & { caption: string; stacked?: boolean }) {
  return (
    <section
      aria-label={caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      className="relative overflow-x-auto rounded-md border border-line bg-panel"
    >
      <table
        className={classNames('w-full border-collapse text-left', stacked && 'stacked', className)}
        {...rest}
      >
        <caption className="sr-only">{caption}</caption>
        {children}
      </table>
    </section>
  );
}

export function TableHead({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <thead className={classNames('border-b border-line', className)}>
      <tr>{children}</tr>
    </thead>
  );
}

export type SortDirection = 'ascending' | 'descending' | 'none';

interface HeaderCellProps extends ComponentProps<'th'> {
  /** Given: the header is a button that sorts. */
  sort?: SortDirection;
  onSort?: () => void;
}

const HEADER = 'silk px-4 text-muted whitespace-nowrap';

export function HeaderCell({ sort, onSort, className, children, ...rest }: HeaderCellProps) {
  if (!sort) {
    return (
      <th scope="col" className={classNames(HEADER, 'py-3', className)} {...rest}>
        {children}
      </th>
    );
  }
  const Arrow = sort === 'ascending' ? ArrowUp : sort === 'descending' ? ArrowDown : ArrowUpDown;
  return (
    <th scope="col" aria-sort={sort} className={classNames(HEADER, className)} {...rest}>
      <button
        type="button"
        onClick={onSort}
        className={classNames(
          'inline-flex min-h-11 items-center gap-1.5 uppercase tracking-[inherit] hover:text-bone',
          sort !== 'none' && 'text-bone',
        )}
      >
        {children}
        <Arrow
          aria-hidden="true"
          className={classNames('size-3.5', sort === 'none' ? 'text-edge' : 'text-signal')}
        />
      </button>
    </th>
  );
}

export function Row({ className, ...rest }: ComponentProps<'tr'>) {
  return (
    <tr
      className={classNames(
        'border-b border-line transition-colors last:border-0 hover:bg-raised/60',
        className,
      )}
      {...rest}
    />
  );
}

interface CellProps extends ComponentProps<'td'> {
  /** Aligns figures at the right, in the counter face. */
  numeric?: boolean;
  /** On the card a stacked row is: what the cell is about. Without one it has the card's whole width. */
  label?: string;
}

export function Cell({ numeric, label, className, ...rest }: CellProps) {
  return (
    <td
      data-label={label}
      className={classNames('px-4 py-3 align-middle', numeric && 'figures text-right', className)}
      {...rest}
    />
  );
}
