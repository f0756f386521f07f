/** What is promised about orders, and how far they are in words. */
import type { Order } from './contract.ts';

/** Where the buyer sees their orders. */
export const ORDERS_PATH = '/my-tracks#orders';

export const ORDER_WORDS: Record<Order['state'], string> = {
  waiting: 'Waiting for staff',
  in_progress: 'In progress',
  delivered: 'Delivered',
  paused: 'On hold',
  cancelled: 'Cancelled',
};

/** Days until a person should have delivered. */
export const ORDER_DUE_DAYS = { tour: 14, entry: 14, distribution: 7, release: 14 } as const;
