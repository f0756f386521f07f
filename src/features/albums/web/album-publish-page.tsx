/** /album-publish: the cover of an album, and the payment that sends it out. */
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { createIntent } from '#features/payments/contract.ts';
import { formatCents } from '#features/payments/rules-catalogue.ts';
import { CardForm, CardFormSkeleton } from '#features/payments/web/card-form.tsx';
import { usePurchase } from '#features/payments/web/use-purchase.ts';
import { callEndpoint } from '#web/api-client.ts';
import { useCampaign } from '#web/campaign.ts';
import { usePageTitle } from '#web/page-navigation.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { PosterTitle } from '#web/ui/poster-title.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { ReleaseDownload } from './release-download.tsx';
import { useAlbumPaid } from './use-album-paid.ts';
import { type Named, type Publication, type Standing, usePublication } from './use-publication.ts';

export default function AlbumPublishPage() {
  const named = readNames(useSearch({ strict: false }) as Record<string, unknown>);
  const publication = usePublication(named);
  usePageTitle(`Publish ${publication?.albumName ?? named.albumName}`);
  if (!publication) return <Preparing />;
  return (
    <div className="column py-10 md:py-14">
      <PosterTitle level={1} largest={6}>
        {publication.albumName}
      </PosterTitle>
      <p className="mt-4 mb-8 text-xl text-muted">by {publication.artistName}</p>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <CoverCard publication={publication} />
        <PayCard publication={publication} named={named} />
      </div>
    </div>
  );
}

function readNames(search: Record<string, unknown>): Named {
  const text = (name: string) => (typeof search[name] === 'string' ? search[name].trim() : '');
  const id = /^[1-9]\d{0,9}$/.test(text('albumId')) ? Number(text('albumId')) : null;
  return {
    albumId: id,
    imageUrl: text('imageUrl') || null,
    artistName: text('artistName') || 'Artist',
    albumName: text('albumName') || 'Album',
  };
}

function Preparing() {
  const { stores } = useCampaign();
  return (
    <div role="status" className="column py-16">
      <PosterTitle level={1} largest={6}>
        Preparing Your Release
      </PosterTitle>
      <p className="mt-5 max-w-prose text-lg text-muted">Getting your album ready for the stores.</p>
      <ul className="mt-8 flex flex-col gap-3">
        {stores.slice(0, 3).map((store) => (
          <li key={store} className="flex items-center gap-4 text-xl">
            <span aria-hidden="true" className="block h-4 w-2 animate-idle bg-signal" />
            {store}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Accepted is said of an album that staff selected, and of no other (PB-4). */
const STANDING: Record<Standing, (albumName: string) => string> = {
  selected: (name) => `“${name}” is accepted for distribution.`,
  review: (name) =>
    `“${name}” is still under review: our A&R people have not selected it. Distribution does not depend on that.`,
  unknown: () =>
    'This address names no album we have. A payment made here waits until our staff have asked you which album it is for.',
};

function CoverCard({
  publication: { cover, albumName, artistName, standing },
}: {
  publication: Publication;
}) {
  const [broken, setBroken] = useState(false);
  return (
    <Card
      title="Ready for Distribution"
      aside={cover ? <Badge tone="good">Cover Art Generated</Badge> : undefined}
    >
      <p className="mb-5 max-w-prose">
        {STANDING[standing](albumName)} Starting distribution secures your ownership of the cover art.
      </p>
      {cover ? (
        !broken && (
          <img
            src={cover}
            alt={`Cover of ${albumName} by ${artistName}`}
            width={1500}
            height={1500}
            onError={() => setBroken(true)}
            className="aspect-square w-full rounded-sm border border-line"
          />
        )
      ) : (
        <div className="grid aspect-square w-full place-items-center rounded-sm border border-dashed border-edge text-muted">
          Album Cover Preview
        </div>
      )}
    </Card>
  );
}

function PayCard({ publication, named }: { publication: Publication; named: Named }) {
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
        <span className="figures text-5xl font-bold">{formatCents(prices.albumPublication)}</span>
        <span className="text-muted">once</span>
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

/** The stores, named in type: a bill, not their logos. */
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
