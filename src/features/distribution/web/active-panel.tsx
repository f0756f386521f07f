/** Paid: what was ordered, and the real state of each store. */
import type { ReactNode } from 'react';
import { Card } from '#web/ui/card.tsx';
import { PosterTitle } from '#web/ui/poster-title.tsx';
import type { DistributionStatus } from '../contract.ts';
import { describeOrder, StoreList, shortDate } from './store-list.tsx';

interface ActivePanelProps {
  status: DistributionStatus;
  level?: 1 | 2;
  children?: ReactNode;
}

export function ActivePanel({ status, level = 1, children }: ActivePanelProps) {
  const due =
    status.order && new Date(status.order.dueAt).toLocaleDateString(undefined, { dateStyle: 'long' });
  const open = status.order?.state === 'waiting' || status.order?.state === 'in_progress';
  return (
    <>
      <div role="status">
        <PosterTitle level={level} largest={4.5}>
          Distribution Active!
        </PosterTitle>
        <p className="mt-5 max-w-prose text-lg text-pretty break-words text-muted">
          {describeOrder(status)} {open && `It is due by ${due}.`} The planned release date is{' '}
          {shortDate(status.releaseDate)}.
        </p>
      </div>
      <Card className="mt-8" title="Stores" level={level === 1 ? 2 : 3}>
        <StoreList status={status} />
      </Card>
      {children}
    </>
  );
}
