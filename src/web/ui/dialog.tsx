/**
 * Panels over the page: a dialog in the middle, a sheet at the side. What draws them is fetched once the page stands, or
 * when somebody is about to press.
 */
import { cloneElement, type ReactElement, type ReactNode, useEffect, useState } from 'react';
import { lazyPanel } from './lazy-part.tsx';

export interface DialogProps {
  title: ReactNode;
  /** A sentence under the title. */
  description?: ReactNode;
  /** The button that opens it; leave out when `open` is controlled. */
  trigger?: ReactElement<object>;
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

const importPanel = () => import('./dialog-panel.tsx');
const DialogPanel = lazyPanel(importPanel, ({ onOpenChange }) => onOpenChange?.(false));
/** Without it the press fetches it, and says so if it cannot. */
const prepare = () => void importPanel().catch(() => {});
/** Milliseconds after a page's last part: then nobody waits for anything else. */
const STANDS_AFTER = 1500;

export function Dialog(props: DialogProps) {
  return <Opening {...props} place={CENTRE} />;
}

/** For longer work beside the page: details of a row, filters, a form. */
export function Sheet(props: DialogProps) {
  return <Opening {...props} place={SIDE} />;
}

function Opening({ trigger, open, onOpenChange, ...panel }: DialogProps & { place: string }) {
  const [own, setOwn] = useState(false);
  const isOpen = open ?? own;
  const setOpen = onOpenChange ?? setOwn;
  // Once it was open it stays, for the way it leaves.
  const [wanted, setWanted] = useState(isOpen);
  if (isOpen && !wanted) setWanted(true);
  useEffect(() => {
    const timer = setTimeout(prepare, STANDS_AFTER);
    return () => clearTimeout(timer);
  }, []);
  const opens = {
    'aria-haspopup': 'dialog',
    'aria-expanded': isOpen,
    onClick: () => setOpen(true),
    onPointerEnter: prepare,
    onFocus: prepare,
  };
  return (
    <>
      {trigger && cloneElement(trigger, opens)}
      {wanted && <DialogPanel {...panel} open={isOpen} onOpenChange={setOpen} />}
    </>
  );
}
