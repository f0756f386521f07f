/** Platform, company and legal links, and who runs the campaign. */
import type { CSSProperties } from 'react';
import { useMe, useStaffName } from '#features/people/web/use-me.ts';
import { useCampaign } from '#web/campaign.ts';
import { LEGAL_PLACES, PLATFORM_PLACES, type Place, STAFF_PLACE, STAFF_PLACES } from '#web/page-frame.ts';
import { posterEms } from '#web/poster-type.ts';
import { PlaceLink } from './nav-links.tsx';

export default function Footer() {
  const campaign = useCampaign();
  const me = useMe();
  const staff = useStaffName();
  const { pathWord, name } = campaign.partner;
  const platform = [
    ...PLATFORM_PLACES,
    STAFF_PLACE,
    { label: 'Upload form', to: '/upload-form' },
    { label: 'Invite artists', to: '/share' },
    { label: `${name} platform`, to: `/${pathWord}-platform` },
    ...(me ? [] : [{ label: 'Sign in', to: '/sign-in' }]),
  ];
  const known = LEGAL_PLACES.filter(({ to }) => ['/method', '/support'].includes(to));
  const company = [...known, { label: 'Winners', to: '/winners' }];
  const legal = LEGAL_PLACES.filter((place) => !known.includes(place));
  return (
    <footer className="mt-24 overflow-hidden border-t border-line">
      <div className="column grid grid-cols-2 gap-x-6 gap-y-10 py-12 sm:grid-cols-3 lg:grid-cols-[2fr_1fr_1fr_1fr]">
        <div className="col-span-2 sm:col-span-3 lg:col-span-1">
          <p className="max-w-sm text-muted">
            {campaign.product} is run by {campaign.label}. Scores come from the music, ranks from the data,
            and whatever is only an example says so.
          </p>
          <a
            href={`mailto:${campaign.support.email}`}
            className="figures mt-3 inline-flex min-h-11 items-center text-sm underline decoration-edge underline-offset-4 hover:decoration-signal"
          >
            {campaign.support.email}
          </a>
        </div>
        <FooterList title="Platform" places={platform} className="max-sm:row-span-2" />
        <FooterList title="Company" places={company} />
        <FooterList title="Legal" places={legal} />
        {staff && <FooterList title="Staff" places={STAFF_PLACES} />}
      </div>
      {/* Decoration, so not text of the page: the name stands in the header. */}
      <div
        aria-hidden="true"
        data-word={campaign.product}
        style={{ '--ems': Math.max(5, posterEms(campaign.product)).toFixed(2) } as CSSProperties}
        className="poster -mb-[0.14em] whitespace-nowrap text-center text-[length:calc((100vw-2rem)/var(--ems))] text-line select-none before:content-[attr(data-word)] md:text-[length:calc((100vw-4rem)/var(--ems))]"
      />
    </footer>
  );
}

interface FooterListProps {
  title: string;
  places: readonly Place[];
  className?: string;
}

function FooterList({ title, places, className }: FooterListProps) {
  return (
    <nav aria-label={title} className={className}>
      <h2 className="silk mb-2 text-muted">{title}</h2>
      <ul>
        {places.map((place) => (
          <li key={place.label}>
            <PlaceLink
              place={place}
              className="inline-flex min-h-11 items-center hover:text-signal data-[status=active]:text-signal md:min-h-9"
            />
          </li>
        ))}
      </ul>
    </nav>
  );
}
