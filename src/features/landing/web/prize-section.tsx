/** What it is for: the promotional video, and the campaign's pitch in one breath. */
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useRef } from 'react';
import { useCampaign } from '#web/campaign.ts';
import { orElse } from '#web/ui/lazy-part.tsx';
import { PosterTitle } from '#web/ui/poster-title.tsx';
import { useNearness } from './use-nearness.ts';

/** Below the first screen: it comes when a reader does. */
const PromoVideo = lazy(orElse(() => import('./promo-video.tsx')));

export function PrizeSection() {
  const { celebrity, album, tour } = useCampaign();
  const panel = useRef<HTMLDivElement>(null);
  const near = useNearness(panel);
  return (
    <section aria-labelledby="prize-title" className="column mt-24 md:mt-32">
      <div className="grid gap-x-14 gap-y-8 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:items-center">
        <div ref={panel} className="aspect-video rounded-md bg-pit">
          {near && (
            <Suspense fallback={null}>
              <PromoVideo />
            </Suspense>
          )}
        </div>
        <div>
          <PosterTitle id="prize-title" largest={4} lines={3}>
            The album. The tour. You?
          </PosterTitle>
          <p className="mt-6 max-w-prose text-lg text-pretty">
            A chance to be featured on {celebrity}'s album and join the tour.
          </p>
          <ul className="mt-6 border-t border-line">
            <PrizeLine name={album.name} words={album.releasing} />
            <PrizeLine name={tour.name} words={tour.start} />
          </ul>
          <p className="mt-5 text-sm text-pretty text-muted">
            A chance, not a promise: who is picked is decided by people, and written down in the{' '}
            <Link
              to="/rules"
              className="text-bone underline decoration-edge underline-offset-4 hover:decoration-signal"
            >
              official rules
            </Link>
            .
          </p>
        </div>
      </div>
    </section>
  );
}

function PrizeLine({ name, words }: { name: string; words: string }) {
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-6 border-b border-line py-3">
      <span className="plate text-lg">{name}</span>
      <span className="text-muted">{words}</span>
    </li>
  );
}
