/** The stores a track goes to, each with its real state: planned, sent or live. Names, no logos. */
import { Badge, type BadgeTone } from '#web/ui/badge.tsx';
import type { DistributionStatus } from '../contract.ts';

const TONES: Record<DistributionStatus['stores'][number]['state'], BadgeTone> = {
  planned: 'plain',
  sent: 'warm',
  live: 'good',
};

export function StoreList({ status }: { status: DistributionStatus }) {
  return (
    <>
      <ul className="grid gap-x-8 sm:grid-cols-2">
        {status.stores.map(({ store, state }) => (
          <li
            key={store}
            className="flex min-h-12 items-center justify-between gap-4 border-b border-line py-2"
          >
            <span className="font-semibold break-words">{store}</span>
            <Badge tone={TONES[state]}>{state}</Badge>
          </li>
        ))}
      </ul>
      {status.moreStores > 0 && <p className="plate mt-4 text-xl text-muted">+{status.moreStores} MORE</p>}
    </>
  );
}

/** 5/21/27, as the briefs write it. */
export function shortDate(date: string): string {
  const [year, month, day] = date.split('-').map(Number);
  return `${month}/${day}/${String(year).slice(-2)}`;
}

const ORDER_TEXT: Record<NonNullable<DistributionStatus['order']>['state'], string> = {
  waiting: 'Your order is with our staff and waits to be taken up.',
  in_progress: 'Our staff are working on your order.',
  delivered: 'Your order is delivered.',
  paused: 'Your order is on hold while a bank examines a dispute about its payment.',
  cancelled: 'Your order was cancelled.',
};

export function describeOrder({ order }: DistributionStatus): string {
  return order ? ORDER_TEXT[order.state] : '';
}
