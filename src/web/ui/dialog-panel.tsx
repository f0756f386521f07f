/** A panel over the page: traps focus and closes on Escape. Fetched with the library it needs once a page stands (dialog.tsx). */
import { X } from 'lucide-react';
import { Dialog as RadixDialog } from 'radix-ui';
import { useRef } from 'react';
import { classNames } from './class-names.ts';
import type { DialogProps } from './dialog.tsx';

interface DialogPanelProps extends Omit<DialogProps, 'trigger'> {
  /** Classes that say where it stands. */
  place: string;
}

export default function DialogPanel({
  title,
  description,
  open,
  onOpenChange,
  children,
  footer,
  className,
  place,
}: DialogPanelProps) {
  // The library does not know who opened it and would leave the focus nowhere: it goes back to what had it before.
  const opener = useRef<Element | null>(null);
  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className="fixed inset-0 z-40 animate-fade bg-ink/85" />
        <RadixDialog.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          onOpenAutoFocus={() => {
            opener.current = document.activeElement;
          }}
          onCloseAutoFocus={(event) => {
            if (!(opener.current instanceof HTMLElement) || !opener.current.isConnected) return;
            event.preventDefault();
            opener.current.focus();
          }}
          className={classNames(
            'fixed z-50 flex flex-col overflow-y-auto border-edge bg-panel p-5 outline-none sm:p-6',
            place,
            className,
          )}
        >
          <div className="mb-5 flex items-start gap-4">
            <div className="min-w-0 flex-1">
              <RadixDialog.Title className="plate text-2xl break-words">{title}</RadixDialog.Title>
              {description && (
                <RadixDialog.Description className="mt-1 text-muted">{description}</RadixDialog.Description>
              )}
            </div>
            <RadixDialog.Close className="-mt-2 -mr-2 grid size-11 shrink-0 place-items-center rounded-md text-muted hover:bg-raised hover:text-bone">
              <X aria-hidden="true" className="size-5" />
              <span className="sr-only">Close</span>
            </RadixDialog.Close>
          </div>
          {children}
          {footer && <div className="mt-6 flex flex-wrap justify-end gap-3">{footer}</div>}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

/** Put around a button inside a dialog that should close it. */
export const DialogClose = RadixDialog.Close;
