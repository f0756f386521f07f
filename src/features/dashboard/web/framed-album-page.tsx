/** /album-dashboard inside the dashboard's frame. Both are fetched from here, so that no other page names them. */
import { lazy, Suspense } from 'react';
import { Skeleton } from '#web/ui/skeleton.tsx';

const StaffFrame = lazy(() => import('./staff-frame.tsx'));
const AlbumDashboardPage = lazy(() => import('#features/albums/web/staff/album-dashboard-page.tsx'));

export default function FramedAlbumDashboardPage() {
  return (
    <Suspense fallback={<Skeleton className="column h-96" />}>
      <StaffFrame>{() => <AlbumDashboardPage />}</StaffFrame>
    </Suspense>
  );
}
