/** What was sold and needs a person: the most urgent first, moved on with a note the buyer can read. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DENSE, ListFrame } from '#features/staff/web/list-frame.tsx';
import { useStaffCall } from '#features/staff/web/use-staff-call.ts';
import { callEndpoint } from '#web/api-client.ts';
import { endpointQuery } from '#web/query-client.ts';
import { Badge, type BadgeTone } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Input } from '#web/ui/field.tsx';
import { Cell, HeaderCell, Row, Table, TableHead } from '#web/ui/table.tsx';
import { listOrders, moveOrder, type Order } from '../../contract-staff.ts';
import { formatCents } from '../../rules-catalogue.ts';
import { sayDue } from '../../rules-orders.ts';
import { OrderStores } from './order-stores.tsx';

const STATES: Record<Order['state'], { word: string; tone: BadgeTone }> = {
  waiting: { word: 'Waiting', tone: 'warm' },
  in_progress: { word: 'In progress', tone: 'signal' },
  delivered: { word: 'Delivered', tone: 'good' },
  paused: { word: 'Paused by a dispute', tone: 'hot' },
  cancelled: { word: 'Cancelled', tone: 'plain' },
};

const HEADERS = ['Order', 'What', 'Paid', 'Due', 'State', 'Note to the buyer', 'Move on'];

export default function OrdersTab() {
  const [all, setAll] = useState(false);
  const query = useQuery({
    ...endpointQuery(listOrders, { query: { open: all ? 'false' : 'true' } }),
    refetchOnMount: 'always',
  });
  return (
    <div className="flex flex-col gap-4">
      <Checkbox label="Show finished orders too" checked={all} onCheckedChange={setAll} />
      <ListFrame
        query={query}
        isEmpty={(rows) => rows.length === 0}
        empty={all ? 'Nothing has been ordered yet' : 'No orders wait for anybody'}
        hint="A tour entry, a distribution or an album release becomes an order once it is paid."
        failed="Error loading orders. Please try again."
      >
        {(rows) => (
          <Table caption="Orders">
            <TableHead>
              {HEADERS.map((header) => (
                <HeaderCell key={header} className="px-3">
                  {header}
                </HeaderCell>
              ))}
            </TableHead>
            <tbody>
              {rows.map((order) => (
                <OrderLine
                  key={`${order.id}-${order.changedAt}`}
                  order={order}
                  onMoved={() => void query.refetch()}
                />
              ))}
            </tbody>
          </Table>
        )}
      </ListFrame>
    </div>
  );
}

const NEXT = { waiting: ['in_progress', 'Start'], in_progress: ['delivered', 'Delivered'] } as const;

function OrderLine({ order, onMoved }: { order: Order; onMoved: () => void }) {
  const [note, setNote] = useState(order.note);
  const { busy, run } = useStaffCall();
  const next = order.state === 'waiting' || order.state === 'in_progress' ? NEXT[order.state] : null;
  const due = next ? sayDue(order.dueAt, Date.now()) : null;
  const move = async (state: 'waiting' | 'in_progress' | 'delivered') => {
    const call = { params: { id: String(order.id) }, body: { state, note } };
    await run('move', () => callEndpoint(moveOrder, call), { done: 'Order updated', failed: 'Error' });
    onMoved();
  };
  const { word, tone } = STATES[order.state];
  return (
    <>
      <Row>
        <Cell className={`figures ${DENSE}`}>{order.id}</Cell>
        <Cell className={`${DENSE} min-w-48`}>
          <span className="font-semibold">{order.productName}</span>
          <span className="block text-muted">{order.title}</span>
        </Cell>
        <Cell className={`figures ${DENSE}`}>{formatCents(order.cents)}</Cell>
        <Cell className={`figures whitespace-nowrap ${DENSE} text-muted`}>
          {new Date(order.dueAt).toLocaleDateString()}
          {due && (
            <span className={`block text-xs ${due.late ? 'font-semibold text-hot' : ''}`}>{due.words}</span>
          )}
        </Cell>
        <Cell className={DENSE}>
          <Badge tone={tone}>{word}</Badge>
        </Cell>
        <Cell className={DENSE}>
          {next ? (
            <Input
              aria-label={`Note on order ${order.id}`}
              className="h-11 min-w-40"
              value={note}
              maxLength={1000}
              onChange={(event) => setNote(event.target.value)}
            />
          ) : (
            order.note || '–'
          )}
        </Cell>
        <Cell className={`${DENSE} whitespace-nowrap`}>
          {next && (
            <Button pending={busy === 'move'} onClick={() => move(next[0])}>
              {next[1]}
            </Button>
          )}
        </Cell>
      </Row>
      {order.stores.length > 0 && (
        <Row>
          <Cell colSpan={HEADERS.length} className="px-3 pt-0 pb-4">
            <OrderStores order={order} onMoved={onMoved} />
          </Cell>
        </Row>
      )}
    </>
  );
}
