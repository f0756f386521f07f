/** Panels over the page: a dialog in the middle, a sheet at the side. Both trap focus and close on Escape. */
import { X } from 'lucide-react';
import { Dialog as RadixDialog } from 'radix-ui';
import { type ReactNode, useRef } from 'react';
import { classNames } from './class-names.ts';

export interface DialogProps {
  title: ReactNode;
  /** A sentence under the title. */
  description?: ReactNode;
  /** The element that opens it; leave out when `open` is controlled. */
  trigger?: ReactNode;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  children?: ReactNode;
  /** Buttons at the end. */
  footer?: ReactNode;
  className?: string;
}

const CENTRE =
  'inset-x-0 bottom-0 max-h-[92svh] animate-rise border-t sm:inset-x-4 sm:bottom-auto sm:top-1/2 sm:mx-auto sm:max-w-xl sm:-translate-y-1/2 sm:rounded-md sm:border';
const SIDE = 'inset-y-0 right-0 w-full max-w-lg animate-sheet border-l';

export function Dialog(props: DialogProps) {
  return <Panel {...props} place={CENTRE} />;
}

/** For longer work beside the page: details of a row, filters, a form. */
export function Sheet(props: DialogProps) {
  return <Panel {...props} place={SIDE} />;
}

function Panel({
  title,
  description,
  trigger,
  open,
  onOpenChange,
  children,
  footer,
  className,
  place,
}: DialogProps & { place: string }) {
  // Without a trigger of its own the dialog would leave the focus nowhere: it goes back to what had it before.
  const opener = useRef<Element | null>(null);
  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      {trigger && <RadixDialog.Trigger asChild>{trigger}</RadixDialog.Trigger>}
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
