/** A quiet line at the bottom while the browser has no network. */
import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

export function OfflineHint() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 bottom-0 z-30 flex justify-center p-3">
      {!online && (
        <p className="animate-rise rounded-md border border-warm bg-panel px-4 py-2 text-sm">
          <span className="font-semibold text-warm">No connection.</span> What you see may be out of date.
        </p>
      )}
    </div>
  );
}
