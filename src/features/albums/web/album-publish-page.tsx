/** /album-publish: the cover of an album, and the payment that sends it out. */
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useCampaign } from '#web/campaign.ts';
import { usePageTitle } from '#web/page-navigation.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';
import { PosterTitle } from '#web/ui/poster-title.tsx';
import { PublishPayment } from './publish-payment.tsx';
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
        <PublishPayment publication={publication} named={named} />
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

/** Only an album that staff selected is called accepted (PB-4). */
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
