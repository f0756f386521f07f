/** The payment of a vote package: what it gives, until when votes are taken, and the card form. */
import { formatCents } from '#features/payments/rules-catalogue.ts';
import { CardForm } from '#features/payments/web/card-form.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { PACKAGE_NAMES } from '../rules-packages.ts';
import type { VotePurchaseFlow } from './use-vote-purchase.ts';

interface PaymentDialogProps {
  flow: VotePurchaseFlow;
  trackName: string;
  returnPath: string;
  /** 'Votes are taken until June 3, 2027.' */
  closing: string | null;
}

export function PaymentDialog({ flow, trackName, returnPath, closing }: PaymentDialogProps) {
  const { purchase, leave, paid, forget, notePhase } = flow;
  if (!purchase) return null;
  const { votePackage, votes, cents, clientSecret } = purchase;
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) leave();
      }}
      title={`${votes} votes`}
      description={`${PACKAGE_NAMES[votePackage]} for ${trackName}, once, ${formatCents(cents)}.`}
    >
      {closing && <p className="-mt-2 mb-5 text-sm text-muted">{closing}</p>}
      <CardForm
        clientSecret={clientSecret}
        label={`Pay ${formatCents(cents)}`}
        pendingLabel="Processing..."
        returnPath={returnPath}
        failedTitle="Payment Failed"
        onPaid={({ paymentIntentId }) => void paid(paymentIntentId)}
        onGone={forget}
        onPhase={notePhase}
      />
      <p className="mt-5 border-t border-line pt-4 text-sm text-muted">
        Votes count at once and move the fan battle rank, nothing else. If the money is given back, they no
        longer count.
      </p>
    </Dialog>
  );
}
