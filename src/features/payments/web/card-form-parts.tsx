/** The end of both card forms: the outcome of the last attempt, and the buttons to pay and to cancel. */
import { Button } from '#web/ui/button.tsx';
import type { CardPurchase, FormPhase } from './purchase.ts';

/** Always in the page, so that screen readers announce what appears in it. */
export function OutcomeLine({ phase, message }: Pick<CardPurchase, 'phase' | 'message'>) {
  const failed = phase === 'idle';
  return (
    <p role="status" className={failed ? 'text-sm text-hot empty:hidden' : 'text-sm text-warm empty:hidden'}>
      {message}
    </p>
  );
}

/** Only while there is something to cancel. */
export function CancelButton({ cancel, onCancel }: Pick<CardPurchase, 'cancel'> & { onCancel?: () => void }) {
  if (!cancel) return null;
  return (
    <Button variant="quiet" className="-mt-2 self-center" onClick={() => void cancel().then(onCancel)}>
      Cancel payment
    </Button>
  );
}

interface PayButtonProps {
  label: string;
  phase: FormPhase;
  disabled?: boolean;
}

export function PayButton({ label, phase, disabled }: PayButtonProps) {
  const busy = phase === 'paying' || phase === 'processing';
  return (
    <Button
      type="submit"
      variant="primary"
      size="large"
      pending={busy}
      disabled={disabled || phase === 'paid'}
      className="w-full"
    >
      {busy ? 'Processing...' : phase === 'paid' ? 'Paid' : label}
    </Button>
  );
}
