/** Pays the distribution of one track, the same on every page that sells it: begun on load or by a button, cancelled, begun again. */
import { useEffect } from 'react';
import { formatCents } from '#features/payments/rules-catalogue.ts';
import { CardForm, CardFormSkeleton } from '#features/payments/web/card-form.tsx';
import { useIntent } from '#features/payments/web/use-intent.ts';
import { useCampaign } from '#web/campaign.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { useReport } from './use-distribution.ts';

interface PaymentCardProps {
  id: string;
  title: string;
  begin: () => Promise<{ clientSecret: string }>;
  /** Begins when the page opens, not when a button is pressed. */
  onLoad?: boolean;
  /** What to say when it cannot be begun. */
  failed: string;
  refresh: () => unknown;
}

export function PaymentCard({ id, title, begin, onLoad = false, failed, refresh }: PaymentCardProps) {
  const { prices } = useCampaign();
  const price = formatCents(prices.distribution);
  const intent = useIntent(begin, onLoad);
  const report = useReport(id, refresh);
  useEffect(() => {
    if (intent.error) toast({ title: 'Payment Error', description: failed, variant: 'destructive' });
  }, [intent.error, failed]);
  const start = onLoad && intent.error ? 'Try Again' : `Distribute for ${price}`;
  return (
    <Card title={title}>
      <p className="figures text-5xl font-bold">{price}</p>
      <p className="mt-1 mb-6 text-muted">once, for this track</p>
      {intent.clientSecret ? (
        <CardForm
          clientSecret={intent.clientSecret}
          label={`Pay ${price}`}
          returnPath={`/payment-success/${id}`}
          failedTitle="Payment Failed"
          onCancelled={intent.clear}
          onGone={onLoad ? intent.begin : intent.clear}
          onPaid={({ paymentIntentId }) => void report(paymentIntentId)}
        />
      ) : onLoad && intent.pending && !intent.error ? (
        <CardFormSkeleton />
      ) : (
        <Button
          variant="primary"
          size="large"
          className="w-full"
          pending={intent.pending}
          onClick={intent.begin}
        >
          {intent.pending ? 'Starting...' : start}
        </Button>
      )}
      <p role="alert" className="mt-4 text-sm text-hot empty:hidden">
        {intent.error}
      </p>
    </Card>
  );
}
