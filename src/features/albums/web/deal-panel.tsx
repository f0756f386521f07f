/** The deal for a selected album: contents, price and card form; once paid, the release package. */

import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { getCatalogue } from '#features/payments/calls.ts';
import { formatCents } from '#features/payments/rules-catalogue.ts';
import { CardForm } from '#features/payments/web/card-form.tsx';
import { usePurchase } from '#features/payments/web/use-purchase.ts';
import { callEndpoint } from '#web/api-client.ts';
import { useCampaign } from '#web/campaign.ts';
import { endpointQuery } from '#web/query-client.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';
import { createDiscountedPayment } from '../calls.ts';
import type { Album } from '../contract.ts';
import { ReleaseDownload } from './release-download.tsx';
import { useAlbumPaid } from './use-album-paid.ts';

const BENEFITS = [
  'Major label distribution network',
  'Celebrity collaboration consideration',
  'Global streaming platform placement',
  'Professional marketing support',
  'Industry executive review',
];

export function DealPanel({ album }: { album: Album }) {
  const { prices } = useCampaign();
  const saved = Math.round((prices.albumSubmission - prices.albumWinner) / 100);
  return (
    <div className="flex flex-col gap-6 lg:sticky lg:top-6">
      <Card>
        <p className="max-w-prose text-muted">
          This discounted deal upgrades the single-track deal: all three tracks go out together, for less than
          the album submission fee.
        </p>
      </Card>
      <section className="rounded-md border border-signal bg-panel p-6">
        <p className="silk text-signal">EXCLUSIVE DISTRIBUTION DEAL</p>
        <h2 className="plate mt-2 text-3xl">Album Winner Package</h2>
        <ul className="mt-5 flex flex-col gap-2">
          {BENEFITS.map((benefit) => (
            <li key={benefit} className="flex items-baseline gap-3">
              <span aria-hidden="true" className="size-2 shrink-0 bg-good" />
              {benefit}
            </li>
          ))}
        </ul>
        <p className="mt-6 flex flex-wrap items-baseline gap-x-4 gap-y-2">
          <s className="figures text-xl text-muted">
            <span className="sr-only">Instead of </span>
            {(prices.albumSubmission / 100).toFixed(2)}
          </s>
          <span className="figures text-5xl font-bold">{(prices.albumWinner / 100).toFixed(2)}</span>
          {saved > 0 && <Badge tone="good">SAVE ${saved}</Badge>}
        </p>
        <p className="silk mt-2 text-muted">One-time distribution fee</p>
        <div className="mt-6">
          <Pay album={album} />
        </div>
      </section>
    </div>
  );
}

function Pay({ album }: { album: Album }) {
  const { prices } = useCampaign();
  const { data: catalogue } = useQuery(endpointQuery(getCatalogue));
  const settle = useAlbumPaid();
  const { access } = useSearch({ strict: false }) as { access?: string };
  const purchase = usePurchase({
    start: () =>
      callEndpoint(createDiscountedPayment, {
        body: { albumId: album.id, amount: prices.albumWinner / 100, access },
      }),
    when: 'load',
    // The bank may have told us before its page led back here: the way to the receipt is the same.
    enabled: !album.distributionPaid,
    failedTitle: 'Payment Failed',
    returnPath: `/album-selected/${album.id}${access ? `?access=${access}` : ''}`,
    onPaid: ({ clientSecret }) => void settle(clientSecret),
  });
  if (album.distributionPaid) return <ReleaseDownload albumId={album.id} mine={album.mine} />;
  // If the payment cannot begin, the page goes without the form (AS-4).
  if (purchase.error) return null;
  if (!purchase.clientSecret)
    return (
      <p role="status" className="text-muted">
        Preparing your exclusive deal...
      </p>
    );
  return (
    <>
      {purchase.returned && <p className="mb-4 text-sm text-warm">{purchase.returned}</p>}
      <CardForm purchase={purchase} label="START DISTRIBUTION NOW" />
      <p className="mt-4 text-sm text-muted">
        Secure payment powered by{' '}
        {catalogue?.provider.kind === 'stripe' ? 'Stripe' : 'the test provider of this site'}. You pay{' '}
        {formatCents(prices.albumWinner)} once.
      </p>
    </>
  );
}
