/** A link to one of the site's places. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Place } from '#web/page-frame.ts';

interface PlaceLinkProps {
  place: Place;
  className?: string;
  onClick?: () => void;
  children?: ReactNode;
}

/** A link that knows when it is where you are (`data-status="active"`, `aria-current="page"`). */
export function PlaceLink({ place, className, onClick, children }: PlaceLinkProps) {
  return (
    <Link
      to={place.to}
      hash={place.hash}
      activeOptions={{ exact: true, includeSearch: false, includeHash: place.hash !== undefined }}
      onClick={onClick}
      className={className}
    >
      {children ?? place.label}
    </Link>
  );
}
