/** One toast on screen: announced, swiped right past 50 px to dismiss, paused while read. On phones at the top: what is pressed next is at the bottom. */
import { X } from 'lucide-react';
import { Toast as RadixToast } from 'radix-ui';
import { classNames } from './class-names.ts';
import { dismissToast, TOAST_DURATION_MS, type Toast } from './toast-store.ts';

export default function ToastView({ toasts }: { toasts: readonly Toast[] }) {
  return (
    <RadixToast.Provider swipeDirection="right" swipeThreshold={50} duration={TOAST_DURATION_MS}>
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
      <RadixToast.Viewport className="fixed right-0 z-100 flex w-full max-w-md max-md:top-0 md:bottom-0 flex-col gap-2 p-4 outline-none" />
    </RadixToast.Provider>
  );
}

function ToastCard({ toast }: { toast: Toast }) {
  const isError = toast.variant === 'destructive';
  return (
    <RadixToast.Root
      open={toast.open}
      duration={toast.duration}
      type={isError ? 'foreground' : 'background'}
      onOpenChange={(open) => {
        if (!open) dismissToast(toast.id);
      }}
      data-variant={toast.variant ?? 'default'}
      className={classNames(
        'grid animate-rise grid-cols-[auto_1fr_auto] items-start gap-x-3 rounded-md border bg-panel p-4 pr-1',
        'data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)',
        isError ? 'border-hot' : 'border-edge',
      )}
    >
      <span aria-hidden="true" className={classNames('mt-0.5 h-10 w-1', isError ? 'bg-hot' : 'bg-signal')} />
      <div className="min-w-0">
        {toast.title && (
          <RadixToast.Title className={classNames('font-semibold', isError && 'text-hot')}>
            {toast.title}
          </RadixToast.Title>
        )}
        {toast.description && (
          <RadixToast.Description className="text-sm text-muted">{toast.description}</RadixToast.Description>
        )}
        {toast.action && (
          <RadixToast.Action
            altText={toast.action.label}
            onClick={toast.action.onClick}
            className="mt-2 min-h-11 font-semibold text-signal underline underline-offset-4"
          >
            {toast.action.label}
          </RadixToast.Action>
        )}
      </div>
      <RadixToast.Close className="-mt-2 grid size-11 place-items-center text-muted hover:text-bone">
        <X aria-hidden="true" className="size-4" />
        <span className="sr-only">Dismiss</span>
      </RadixToast.Close>
    </RadixToast.Root>
  );
}
