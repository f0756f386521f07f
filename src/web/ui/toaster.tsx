/** Draws toasts. The drawing part (Radix) is fetched with the first toast: most visits never need it. */
import { lazy, Suspense, useSyncExternalStore } from 'react';
import { readToasts, subscribeToasts } from './toast-store.ts';

const ToastView = lazy(() => import('./toast-view.tsx'));

export function Toaster() {
  const toasts = useSyncExternalStore(subscribeToasts, readToasts);
  if (toasts.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <ToastView toasts={toasts} />
    </Suspense>
  );
}
