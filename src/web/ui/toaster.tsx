/** Draws toasts. The drawing part (Radix) is fetched with the first toast: most visits never need it. */
import { lazy, Suspense, useSyncExternalStore } from 'react';
import { classNames } from './class-names.ts';
import { orElse } from './lazy-part.tsx';
import { dismissToast, readToasts, subscribeToasts, type Toast } from './toast-store.ts';

const ToastView = lazy(orElse(() => import('./toast-view.tsx'), PlainToasts));

export function Toaster() {
  const toasts = useSyncExternalStore(subscribeToasts, readToasts);
  if (toasts.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <ToastView toasts={toasts} />
    </Suspense>
  );
}

/** Without a network a toast is often what says so, and its drawing part does not come: the words still do. */
function PlainToasts({ toasts }: { toasts: readonly Toast[] }) {
  return (
    <div role="alert" className="fixed right-0 z-100 w-full max-w-md p-4 max-md:top-0 md:bottom-0">
      {toasts
        .filter(({ open }) => open)
        .map(({ id, variant, title, description, action }) => (
          <div
            key={id}
            data-variant={variant ?? 'default'}
            data-state="open"
            className={classNames(
              'rounded-md border bg-panel p-4',
              variant === 'destructive' ? 'border-hot' : 'border-edge',
            )}
          >
            <p className="font-semibold">{title}</p>
            <p className="text-sm text-muted">{description}</p>
            <div className="flex gap-6 font-semibold text-signal underline underline-offset-4">
              {action && (
                <button type="button" className="min-h-11" onClick={action.onClick}>
                  {action.label}
                </button>
              )}
              <button type="button" className="min-h-11" onClick={() => dismissToast(id)}>
                Dismiss
              </button>
            </div>
          </div>
        ))}
    </div>
  );
}
