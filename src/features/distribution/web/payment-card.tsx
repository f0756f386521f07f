/** The payment for one track's distribution, the same on every page that sells it. */
import { formatCents } from '#features/payments/rules-catalogue.ts';
import { CardForm, CardFormSkeleton } from '#features/payments/web/card-form.tsx';
import { usePurchase } from '#features/payments/web/use-purchase.ts';
import { useCampaign } from '#web/campaign.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { useReport } from './use-distribution.ts';

interface PaymentCardProps {
  id: string;
  title: string;
  start: () => Promise<{ clientSecret: string }>;
  /** Begins with the page instead of with a button. */
  onLoad?: boolean;
  /** Said when it cannot begin. */
  failed: string;
  refresh: () => unknown;
}

export function PaymentCard({ id, title, start, onLoad = false, failed, refresh }: PaymentCardProps) {
  const { prices } = useCampaign();
  const price = formatCents(prices.distribution);
  const report = useReport(id, refresh);
  const purchase = usePurchase({
    start,
    when: onLoad ? 'load' : 'call',
    returnPath: `/payment-success/${id}`,
    failedTitle: 'Payment Failed',
    onFailed: () => toast({ title: 'Payment Error', description: failed, variant: 'destructive' }),
    onCancelled: refresh,
    onPaid: ({ paymentIntentId }) => report(paymentIntentId),
  });
  const begin = onLoad && purchase.error ? 'Try Again' : `Distribute for ${price}`;
  return (
    <Card title={title}>
      <p className="figures text-5xl font-bold">{price}</p>
      <p className="mt-1 mb-6 text-muted">once, for this track</p>
      {purchase.clientSecret ? (
        <CardForm purchase={purchase} label={`Pay ${price}`} />
      ) : onLoad && purchase.pending && !purchase.error ? (
        <CardFormSkeleton />
      ) : (
        <Button
          variant="primary"
          size="large"
          className="w-full"
          pending={purchase.pending}
          onClick={() => void purchase.begin()}
        >
          {purchase.pending ? 'Starting...' : begin}
        </Button>
      )}
      <p role="alert" className="mt-4 text-sm text-hot empty:hidden">
        {purchase.error}
      </p>
    </Card>
  );
}
