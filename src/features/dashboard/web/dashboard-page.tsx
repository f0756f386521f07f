/** /admin/dashboard. The desk is fetched from here, so that no other page names its parts. */
import { lazy, Suspense } from 'react';
import { Skeleton } from '#web/ui/skeleton.tsx';

const Desk = lazy(() => import('./desk.tsx'));

export default function DashboardPage() {
  return (
    <Suspense fallback={<Skeleton className="column h-96" />}>
      <Desk />
    </Suspense>
  );
}
