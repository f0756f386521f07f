/** How far each store of a distribution is: planned, sent, live. The buyer sees the same. */
import { callEndpoint } from '#web/api-client.ts';
import { useStaffCall } from '#web/staff/use-staff-call.ts';
import { CONTROL } from '#web/ui/field.tsx';
import { moveStore } from '../../calls.ts';
import type { Order } from '../../contract.ts';

type StoreState = Order['stores'][number]['state'];

const STATES: { value: StoreState; label: string }[] = [
  { value: 'planned', label: 'Planned' },
  { value: 'sent', label: 'Sent' },
  { value: 'live', label: 'Live' },
];
const LIGHTS: Record<StoreState, string> = { planned: 'bg-unlit', sent: 'bg-warm', live: 'bg-good' };

export function OrderStores({ order, onMoved }: { order: Order; onMoved: () => void }) {
  const { busy, run } = useStaffCall();
  const isOver = order.state === 'cancelled';
  const live = order.stores.filter(({ state }) => state === 'live').length;
  const move = async (store: string, state: StoreState) => {
    const call = { params: { id: String(order.id) }, body: { store, state } };
    await run(store, () => callEndpoint(moveStore, call), { done: `${store}: ${state}`, failed: 'Error' });
    onMoved();
  };
  return (
    <details className="rounded-md border border-line">
      <summary className="flex min-h-11 cursor-pointer flex-wrap items-center gap-3 px-3 text-sm">
        Stores
        <span aria-hidden="true" className="flex gap-0.5">
          {order.stores.map(({ store, state }) => (
            <span key={store} className={`h-3 w-2 ${LIGHTS[state]}`} />
          ))}
        </span>
        <span className="figures text-muted">
          {live} of {order.stores.length} live
        </span>
      </summary>
      <ul className="grid gap-x-6 gap-y-2 border-t border-line p-3 sm:grid-cols-2 xl:grid-cols-3">
        {order.stores.map(({ store, state }) => (
          <li key={store} className="flex items-center justify-between gap-3">
            <label htmlFor={`store-${order.id}-${store}`} className="min-w-0 flex-1 text-sm">
              {store}
            </label>
            <select
              id={`store-${order.id}-${store}`}
              className={`${CONTROL} h-11 w-32! shrink-0 text-sm`}
              value={state}
              disabled={isOver || busy === store}
              onChange={(event) => void move(store, event.target.value as StoreState)}
            >
              {STATES.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </li>
        ))}
      </ul>
    </details>
  );
}
