/** What every grant that opens an order has in common. */
import type { ProductId } from '#campaign/document.ts';
import type { Deps } from '#deps.ts';
import type { Grant } from '#ports/grants.ts';
import { listStandingOrders, readProgress } from './queries.ts';
import { findWrongOrders } from './queries-check.ts';
import { pauseOrder } from './service.ts';

type Ordered = Required<Pick<Grant, 'pause' | 'readOrder' | 'listGranted' | 'findDiscrepancies'>>;

export function orderedGrant(deps: Pick<Deps, 'clock'>, products: readonly ProductId[]): Ordered {
  return {
    pause: (tx, paid, paused) => pauseOrder(deps, tx, paid.id, paused),
    readOrder: readProgress,
    listGranted: (reader) => listStandingOrders(reader, products),
    findDiscrepancies: (reader) => findWrongOrders(reader, products),
  };
}
