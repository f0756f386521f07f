/** Who is signed in, as a link to what is theirs: staff to their work, a person to their account, a stranger to the sign-in. */
import { useMe, useStaffName } from '#features/people/web/use-me.ts';
import { STAFF_PLACE, STAFF_PLACES } from '#web/page-frame.ts';
import { PlaceLink } from './nav-links.tsx';

interface WhoLinkProps {
  className?: string;
  onClick?: () => void;
}

export default function WhoLink(props: WhoLinkProps) {
  const me = useMe();
  const staff = useStaffName();
  if (staff)
    return (
      <PlaceLink place={STAFF_PLACES[0]} {...props}>
        <span className="truncate">Dashboard · {staff}</span>
      </PlaceLink>
    );
  if (me)
    return (
      <PlaceLink place={{ label: 'Account', to: '/sign-in' }} {...props}>
        <span className="figures whitespace-nowrap">•••{me.phone.slice(-4)}</span>
        <span className="sr-only"> your account</span>
      </PlaceLink>
    );
  return <PlaceLink place={STAFF_PLACE} {...props} />;
}
