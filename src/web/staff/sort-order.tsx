/** How the dashboard's lists are sorted: headers to press, and on a phone, where there are none, a choice. */

import { type Direction, flipOrder, type ListSort, type Order } from '#features/dashboard/rules.ts';
import { classNames } from '#web/ui/class-names.ts';
import { Select } from '#web/ui/select.tsx';
import { HeaderCell, TableHead } from '#web/ui/table.tsx';

export interface SortProps {
  view: Order;
  /** Without it the list comes as it is. */
  onSort?: (order: Order) => void;
}

export interface SortHeader {
  label: string;
  /** Given: the list can be sorted by it. */
  sort?: ListSort;
  className?: string;
}

interface SortHeadProps extends SortProps {
  headers: readonly SortHeader[];
  /** They stay in sight while the rows scroll. */
  sticky?: boolean;
  className?: string;
}

export function SortHead({ headers, view, onSort, sticky, className }: SortHeadProps) {
  const sortOf = (sort: ListSort) =>
    view.sort !== sort ? 'none' : view.direction === 'asc' ? 'ascending' : 'descending';
  return (
    <TableHead className={className}>
      {headers.map(({ label, sort, className: own }) => (
        <HeaderCell
          key={label}
          className={classNames('px-3', sticky && 'sticky top-0 z-10 bg-panel', own)}
          sort={sort && onSort && sortOf(sort)}
          onSort={sort && onSort && (() => onSort(flipOrder(view, sort)))}
        >
          {label}
        </HeaderCell>
      ))}
    </TableHead>
  );
}

export interface OrderOption {
  value: `${ListSort} ${Direction}`;
  label: string;
}

export function OrderSelect({ options, view, onSort }: SortProps & { options: OrderOption[] }) {
  return (
    <div className="grow md:hidden [&>button]:h-11">
      <Select
        aria-label="Order"
        options={options}
        value={`${view.sort} ${view.direction}`}
        onValueChange={(order) => {
          const [sort, direction] = order.split(' ') as [ListSort, Direction];
          onSort?.({ sort, direction });
        }}
      />
    </div>
  );
}
