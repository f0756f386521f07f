/** The payment for a vote package: what it gives, when voting closes, and the card form. */
import { formatCents } from '#features/payments/rules-catalogue.ts';
import { CardForm } from '#features/payments/web/card-form.tsx';
import { useCampaign } from '#web/campaign.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { sayCap } from '../rules-caps.ts';
import type { VotePurchase } from './use-vote-purchase.ts';

interface PaymentDialogProps {
  purchase: VotePurchase;
  trackName: string;
  /** 'Votes are taken until June 3, 2027.' */
  closing: string | null;
}

const ARRIVES = 'The votes arrive by themselves once your bank has said yes.';

export function PaymentDialog({ purchase, trackName, closing }: PaymentDialogProps) {
  const cap = sayCap(useCampaign().votes);
  if (!purchase.begun) return null;
  const { votes, cents } = purchase.begun;
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) void purchase.leave(ARRIVES);
      }}
      title={`${votes} votes`}
      description={`For ${trackName}. One payment of ${formatCents(cents)}.`}
    >
      {(closing || cap) && (
        <p className="-mt-2 mb-5 text-sm text-muted">
          {closing} {cap}
        </p>
      )}
      <CardForm purchase={purchase} label={`Pay ${formatCents(cents)}`} />
      <p className="mt-5 border-t border-line pt-4 text-sm text-muted">
        Votes count at once and move the fan battle rank, nothing else. If the money is given back, they no
        longer count.
      </p>
    </Dialog>
  );
}
