/** /admin/artist-update/:id inside the dashboard's frame. Both are fetched from here, so that no other page names them. */
import { lazy, Suspense } from 'react';
import { Skeleton } from '#web/ui/skeleton.tsx';

const StaffFrame = lazy(() => import('./staff-frame.tsx'));
const FollowUpPage = lazy(() => import('#features/follow-ups/web/staff/follow-up-page.tsx'));

export default function FramedFollowUpPage() {
  return (
    <Suspense fallback={<Skeleton className="column h-96" />}>
      <StaffFrame>{() => <FollowUpPage />}</StaffFrame>
    </Suspense>
  );
}
