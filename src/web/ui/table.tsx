/** Tables as tables: real rows and headers, sortable by a button in the header, scrolling inside their own frame. */
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** `caption` names the table for assistive technology; it is not drawn. */
export function Table({
  caption,
  className,
  children,
  ...rest
}: ComponentProps<'table'> & { caption: string }) {
  return (
    <section
      aria-label={caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      className="relative overflow-x-auto rounded-md border border-line bg-panel"
    >
      <table className={classNames('w-full border-collapse text-left', className)} {...rest}>
        <caption className="sr-only">{caption}</caption>
        {children}
      </table>
    </section>
  );
}

export function TableHead({ children }: { children: ReactNode }) {
  return (
    <thead className="border-b border-line">
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

/** `numeric` aligns figures at the right, in the counter face. */
export function Cell({ numeric, className, ...rest }: ComponentProps<'td'> & { numeric?: boolean }) {
  return (
    <td
      className={classNames('px-4 py-3 align-middle', numeric && 'figures text-right', className)}
      {...rest}
    />
  );
}
