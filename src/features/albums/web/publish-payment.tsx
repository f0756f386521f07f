import { createIntent } from '#features/payments/calls.ts';
import { formatCents } from '#features/payments/rules-catalogue.ts';
import { CardForm, CardFormSkeleton } from '#features/payments/web/card-form.tsx';
import { usePurchase } from '#features/payments/web/use-purchase.ts';
import { callEndpoint } from '#web/api-client.ts';
import { useCampaign } from '#web/campaign.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { ReleaseDownload } from './release-download.tsx';
import { useAlbumPaid } from './use-album-paid.ts';
import type { Named, Publication } from './use-publication.ts';

export function PublishPayment({ publication, named }: { publication: Publication; named: Named }) {
  const { prices, stores, moreStores } = useCampaign();
  const settle = useAlbumPaid();
  const purchase = usePurchase({
    start: () =>
      callEndpoint(createIntent, {
        body: {
          amount: prices.albumPublication / 100,
          product: 'albumPublication',
          albumId: named.albumId ?? undefined,
          description: `Album publication for ${publication.albumName} by ${publication.artistName}`,
        },
      }),
    when: 'load',
    enabled: !publication.paid,
    failedTitle: 'Payment Failed',
    returnPath: returnPathOf(named),
    onFailed: () => toast({ title: 'Error', description: NOT_BEGUN, variant: 'destructive' }),
    onPaid: ({ clientSecret }) => void settle(clientSecret),
  });
  return (
    <Card title="Distribute Album Now & Sign Deal">
      <Platforms stores={stores} more={moreStores} />
      <p className="mt-6 flex items-baseline gap-3">
        {/* What was paid may differ from today's price: the receipt has it. */}
        {publication.paid ? (
          <span className="text-2xl font-bold text-good">Paid</span>
        ) : (
          <>
            <span className="figures text-5xl font-bold">{formatCents(prices.albumPublication)}</span>
            <span className="text-muted">once</span>
          </>
        )}
      </p>
      {purchase.returned && <p className="mt-4 text-sm text-warm">{purchase.returned}</p>}
      <div className="mt-6">
        {publication.paid && named.albumId !== null ? (
          <ReleaseDownload albumId={named.albumId} mine={publication.mine} />
        ) : purchase.error && !purchase.pending ? (
          <>
            <p className="mb-4 text-hot">{NOT_BEGUN}</p>
            <Button onClick={() => void purchase.begin()}>Try Again</Button>
          </>
        ) : purchase.clientSecret ? (
          <CardForm purchase={purchase} label="Distribute Album Now & Sign Deal" />
        ) : (
          <CardFormSkeleton />
        )}
      </div>
      <p className="mt-5 text-sm text-muted">
        {window.location.protocol === 'https:'
          ? 'Secure payment: the connection is protected by 256-bit encryption, and your card number never reaches our database.'
          : 'Secure payment with 256-bit encryption needs an https address. This copy of the site has none, so do not type a real card here.'}
      </p>
    </Card>
  );
}

const NOT_BEGUN = 'Failed to initialize payment';

function returnPathOf({ albumId, artistName, albumName }: Named): string {
  const query = new URLSearchParams({
    ...(albumId ? { albumId: String(albumId) } : {}),
    artistName,
    albumName,
  });
  return `/album-publish?${query}`.slice(0, 500);
}

/** The stores by name, without their logos. */
function Platforms({ stores, more }: { stores: readonly string[]; more: number }) {
  return (
    <ul
      aria-label="Distribution platforms"
      className="flex flex-wrap gap-x-5 gap-y-1 border-y border-line py-4"
    >
      {stores.map((store) => (
        <li key={store} className="plate text-xl">
          {store}
        </li>
      ))}
      {more > 0 && <li className="plate text-xl text-muted">+{more} more</li>}
    </ul>
  );
}
