/** /test-transcription inside the dashboard's frame. Both are fetched from here, so that no other page names them. */
import { lazy, Suspense } from 'react';
import { Skeleton } from '#web/ui/skeleton.tsx';

const StaffFrame = lazy(() => import('./staff-frame.tsx'));
const TranscriptionPage = lazy(() => import('#features/processing/web/staff/transcription-page.tsx'));

export default function FramedTranscriptionPage() {
  return (
    <Suspense fallback={<Skeleton className="column h-96" />}>
      <StaffFrame>{() => <TranscriptionPage />}</StaffFrame>
    </Suspense>
  );
}
