/** Sorting of staff lists: by their headers, and by a select on phones, which show no headers. */
import { classNames } from '#web/ui/class-names.ts';
import { Select } from '#web/ui/select.tsx';
import { HeaderCell, TableHead } from '#web/ui/table.tsx';
import { type Direction, flipOrder, type Order } from './view.ts';

export interface SortProps<Sort extends string> {
  view: Order<Sort>;
  /** Without it the list cannot be sorted. */
  onSort?: (order: Order<Sort>) => void;
}

export interface SortHeader<Sort extends string> {
  label: string;
  /** The list can be sorted by this column. */
  sort?: Sort;
  className?: string;
}

interface SortHeadProps<Sort extends string> extends SortProps<Sort> {
  headers: readonly SortHeader<Sort>[];
  /** The headers stay visible while the rows scroll. */
  sticky?: boolean;
  className?: string;
}

export function SortHead<Sort extends string>(props: SortHeadProps<Sort>) {
  const { headers, view, onSort, sticky, className } = props;
  const sortOf = (sort: Sort) =>
    view.sort !== sort ? 'none' : view.direction === 'asc' ? 'ascending' : 'descending';
  return (
    <TableHead className={className}>
      {headers.map(({ label, sort, className: own }) => (
        <HeaderCell
          key={label}
          className={classNames('px-3!', sticky && 'sticky top-0 z-10 bg-panel', own)}
          sort={sort && onSort && sortOf(sort)}
          onSort={sort && onSort && (() => onSort(flipOrder(view, sort)))}
        >
          {label}
        </HeaderCell>
      ))}
    </TableHead>
  );
}

export interface OrderOption<Sort extends string> {
  value: `${Sort} ${Direction}`;
  label: string;
}

interface OrderSelectProps<Sort extends string> extends SortProps<Sort> {
  options: OrderOption<Sort>[];
}

export function OrderSelect<Sort extends string>({ options, view, onSort }: OrderSelectProps<Sort>) {
  return (
    <div className="grow md:hidden [&>button]:h-11">
      <Select
        aria-label="Order"
        options={options}
        value={`${view.sort} ${view.direction}`}
        onValueChange={(order) => {
          const [sort, direction] = order.split(' ') as [Sort, Direction];
          onSort?.({ sort, direction });
        }}
      />
    </div>
  );
}
