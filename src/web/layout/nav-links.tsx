/** The places the header, the drawer and the footer lead to, listed once. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

export interface Place {
  label: string;
  to: string;
  hash?: string;
}

export const PLATFORM_PLACES: readonly Place[] = [
  { label: 'Upload', to: '/', hash: 'upload' },
  { label: 'Leaderboard', to: '/leaderboard' },
  { label: 'About', to: '/about' },
];

export const STAFF_PLACE: Place = { label: 'A&R Login', to: '/admin/login' };

export const LEGAL_PLACES: readonly Place[] = [
  { label: 'Official rules', to: '/rules' },
  { label: 'Scoring method', to: '/method' },
  { label: 'Refunds', to: '/refunds' },
  { label: 'Privacy', to: '/privacy' },
  { label: 'Terms', to: '/terms' },
  { label: 'SMS terms', to: '/sms-terms' },
  { label: 'Support', to: '/support' },
];

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
      activeOptions={{ exact: true, includeHash: place.hash !== undefined }}
      onClick={onClick}
      className={className}
    >
      {children ?? place.label}
    </Link>
  );
}
