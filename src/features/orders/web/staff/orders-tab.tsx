/** What was sold and needs a person: the most urgent first, moved on with a note the buyer can read. */
import { type ReactNode, useState } from 'react';
import { formatCents } from '#features/payments/rules-catalogue.ts';
import { callEndpoint } from '#web/api-client.ts';
import { DENSE, ListFrame } from '#web/staff/list-frame.tsx';
import { SearchBox } from '#web/staff/search-box.tsx';
import { type OrderOption, OrderSelect, SortHead, type SortHeader } from '#web/staff/sort-order.tsx';
import { useStaffCall } from '#web/staff/use-staff-call.ts';
import { useStaffList } from '#web/staff/use-staff-list.ts';
import { useStaffView } from '#web/staff/use-staff-view.ts';
import { Badge, type BadgeTone } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Input } from '#web/ui/field.tsx';
import { Cell, Table } from '#web/ui/table.tsx';
import { listOrders, moveOrder } from '../../calls.ts';
import type { Order, OrderSort } from '../../contract.ts';
import { sayDue } from '../../format-due.ts';
import { ORDER_SORTS } from '../../limits.ts';
import { OrderStores } from './order-stores.tsx';

const STATES: Record<Order['state'], { word: string; tone: BadgeTone }> = {
  waiting: { word: 'Waiting', tone: 'warm' },
  in_progress: { word: 'In progress', tone: 'signal' },
  delivered: { word: 'Delivered', tone: 'good' },
  paused: { word: 'Paused by a dispute', tone: 'hot' },
  cancelled: { word: 'Cancelled', tone: 'plain' },
};

const HEADERS: SortHeader<OrderSort>[] = [
  { label: 'Order' },
  { label: 'Placed', sort: 'placed' },
  { label: 'Due', sort: 'due' },
  { label: 'State' },
  { label: 'Note', className: 'lg:w-96' },
];

const ORDER_OPTIONS: OrderOption<OrderSort>[] = [
  { value: 'due asc', label: 'Due soonest first' },
  { value: 'due desc', label: 'Due latest first' },
  { value: 'placed desc', label: 'Newest first' },
  { value: 'placed asc', label: 'Oldest first' },
];

const sayDay = (moment: string) => new Date(moment).toLocaleDateString(undefined, { dateStyle: 'medium' });

interface OrdersProps {
  /** How far the package of a track's or an album's release is; of another feature. */
  renderPackage: (kind: 'track' | 'album', id: number) => ReactNode;
}

export default function OrdersTab({ renderPackage }: OrdersProps) {
  const { view, show } = useStaffView({ sort: ORDER_SORTS, finished: ['no', 'yes'] });
  const all = view.finished === 'yes';
  const { search, sort, direction } = view;
  const query = useStaffList(['orders', all, search, sort, direction], (page) =>
    callEndpoint(listOrders, { query: { ...page, search, sort, direction, open: all ? 'false' : 'true' } }),
  );
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <SearchBox
          search={search}
          onSearch={(words) => show({ search: words }, { replace: true })}
          placeholder="Search by artist, track or album..."
          label="Search by artist, track or album"
        />
        <OrderSelect options={ORDER_OPTIONS} view={view} onSort={show} />
        <Checkbox
          label="Show finished orders too"
          checked={all}
          onCheckedChange={(finished) => show({ finished: finished ? 'yes' : 'no' })}
        />
      </div>
      <ListFrame
        query={query}
        isEmpty={(rows) => rows.length === 0}
        {...sayNothing(search, all)}
        failed="Error loading orders. Please try again."
      >
        {(rows) => (
          <Table caption="Orders" stacked>
            <SortHead headers={HEADERS} view={view} onSort={show} />
            {rows.map((order) => (
              <OrderLine key={order.id} order={order} onMoved={query.refetch} renderPackage={renderPackage} />
            ))}
          </Table>
        )}
      </ListFrame>
    </div>
  );
}

function sayNothing(search: string, all: boolean) {
  if (search)
    return {
      empty: 'Nothing found',
      hint: all ? 'Try a different search term' : 'Try a different search term, or show finished orders too.',
    };
  return {
    empty: all ? 'Nothing has been ordered yet' : 'No orders wait for anybody',
    hint: 'A tour entry, a distribution or an album release becomes an order once it is paid.',
  };
}

/** Where the goods are, for whoever delivers them. */
function OrderLinks({ order: { submissionId, albumId, product } }: { order: Order }) {
  const links: [string, string][] = [];
  if (submissionId !== null)
    links.push(
      ['Track', `/results/${submissionId}`],
      ['Artist', `/admin/dashboard?tab=artist&artist=${submissionId}`],
      ['Audio file', `/api/submissions/${submissionId}/audio`],
      ['Write to the artist', `/admin/artist-update/${submissionId}`],
    );
  if (albumId !== null) links.push(['Album', `/album-selected/${albumId}`]);
  if (albumId !== null && product === 'albumPublication')
    links.push(['Release package', `/api/album-submissions/${albumId}/release.zip`]);
  return (
    <p className="flex flex-wrap gap-x-4">
      {links.map(([label, path]) => (
        <a
          key={label}
          href={path}
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-8 items-center underline underline-offset-4 pointer-coarse:min-h-11"
        >
          {label}
        </a>
      ))}
    </p>
  );
}

/** What an order delivers to stores, if it is for that. */
function releasedBy({ product, submissionId, albumId }: Order): ['track' | 'album', number] | null {
  if (product === 'distribution' && submissionId !== null) return ['track', submissionId];
  return product === 'albumPublication' && albumId !== null ? ['album', albumId] : null;
}

const NEXT = { waiting: ['in_progress', 'Start'], in_progress: ['delivered', 'Delivered'] } as const;

interface LineProps extends OrdersProps {
  order: Order;
  onMoved: () => Promise<unknown>;
}

function OrderLine({ order, onMoved, renderPackage }: LineProps) {
  /** A note not yet sent; null shows the order's own. */
  const [typed, setTyped] = useState<string | null>(null);
  const note = typed ?? order.note;
  const { busy, run } = useStaffCall();
  const next = order.state === 'waiting' || order.state === 'in_progress' ? NEXT[order.state] : null;
  const due = next ? sayDue(order.dueAt, Date.now()) : null;
  const move = async (state: 'waiting' | 'in_progress' | 'delivered') => {
    const call = { params: { id: String(order.id) }, body: { state, note } };
    const moved = await run('move', () => callEndpoint(moveOrder, call), {
      done: 'Order updated',
      failed: 'Error',
    });
    await onMoved();
    if (moved !== null) setTyped(null);
  };
  const { word, tone } = STATES[order.state];
  const released = releasedBy(order);
  return (
    // One tbody per order: its stores are a second row.
    <tbody className="border-b border-line last:border-0">
      <tr>
        <Cell className={DENSE}>
          <p className="text-base font-semibold">
            <span className="figures mr-2 font-normal text-muted">#{order.id}</span>
            {order.productName}
          </p>
          <p className="wrap-anywhere text-muted">
            {order.title}, <span className="figures">{formatCents(order.cents)}</span>
          </p>
          <OrderLinks order={order} />
        </Cell>
        <Cell className={`figures whitespace-nowrap text-muted ${DENSE}`} label="Placed">
          {sayDay(order.openedAt)}
        </Cell>
        <Cell className={`figures whitespace-nowrap ${DENSE}`} label="Due">
          {sayDay(order.dueAt)}
          {due && (
            <span className={`block text-xs ${due.late ? 'font-semibold text-hot' : 'text-muted'}`}>
              {due.words}
            </span>
          )}
        </Cell>
        <Cell className={DENSE}>
          <Badge tone={tone}>{word}</Badge>
        </Cell>
        <Cell className={DENSE}>
          {next ? (
            <div className="flex gap-2">
              <Input
                aria-label={`Note on order ${order.id}`}
                placeholder="Note to the buyer"
                className="h-11 min-w-0 flex-1"
                value={note}
                maxLength={1000}
                onChange={(event) => setTyped(event.target.value)}
              />
              <Button pending={busy === 'move'} onClick={() => move(next[0])}>
                {next[1]}
                <span className="sr-only"> order {order.id}</span>
              </Button>
            </div>
          ) : (
            <p className="wrap-anywhere text-muted">{order.note}</p>
          )}
        </Cell>
      </tr>
      {released && order.state !== 'cancelled' && (
        <tr>
          <td colSpan={HEADERS.length} className="px-3 pb-3">
            {renderPackage(...released)}
          </td>
        </tr>
      )}
      {order.stores.length > 0 && (
        <tr>
          <td colSpan={HEADERS.length} className="px-3 pb-3">
            <OrderStores order={order} onMoved={() => void onMoved()} />
          </td>
        </tr>
      )}
    </tbody>
  );
}
