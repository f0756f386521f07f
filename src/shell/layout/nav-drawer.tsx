/** The navigation of a narrow screen: traps focus, closes on Escape, outside press and on navigation. */
import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { type RefObject, useRef } from 'react';
import { useStaffName } from '#features/people/web/use-me.ts';
import { useCampaign } from '#web/campaign.ts';
import { LEGAL_PLACES, MINE_PLACE, PLATFORM_PLACES, STAFF_PLACES } from '#web/page-frame.ts';
import { PlaceLink } from './nav-links.tsx';
import UnreadCount from './unread-count.tsx';
import WhoLink from './who-link.tsx';
import { LevelBars } from './wordmark.tsx';

interface NavDrawerProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  returnFocusTo: RefObject<HTMLButtonElement | null>;
}

export default function NavDrawer({ open, onOpenChange, returnFocusTo }: NavDrawerProps) {
  const { product } = useCampaign();
  const navigated = useRef(false);
  const leave = () => {
    navigated.current = true;
    onOpenChange(false);
  };
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 animate-fade bg-ink/80" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-y-0 right-0 z-50 flex w-full max-w-sm animate-sheet flex-col overflow-y-auto border-l border-line bg-ink px-6 pb-8"
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            // After a navigation the new page has the focus; otherwise it goes back where it came from.
            if (!navigated.current) returnFocusTo.current?.focus();
            navigated.current = false;
          }}
        >
          <div className="flex h-17 shrink-0 items-center justify-between">
            <Dialog.Title className="silk text-muted">{product}</Dialog.Title>
            <Dialog.Close className="-mr-3 grid size-12 place-items-center">
              <X aria-hidden="true" className="size-6" />
              <span className="sr-only">Close menu</span>
            </Dialog.Close>
          </div>
          <DrawerLinks onLeave={leave} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function DrawerLinks({ onLeave }: { onLeave: () => void }) {
  const staff = useStaffName();
  return (
    <nav aria-label="Main" className="flex flex-1 flex-col">
      <ul className="flex flex-col border-t border-line">
        {PLATFORM_PLACES.map((place) => (
          <li key={place.label} className="border-b border-line">
            <PlaceLink
              place={place}
              onClick={onLeave}
              className="group poster flex min-h-18 items-center justify-between text-[2rem] data-[status=active]:text-signal"
            >
              <span className="flex items-center gap-3">
                {place.label}
                {place === MINE_PLACE && <UnreadCount />}
              </span>
              <LevelBars className="h-5 w-6 opacity-0 group-data-[status=active]:opacity-100" />
            </PlaceLink>
          </li>
        ))}
        <li className="border-b border-line">
          <WhoLink
            onClick={onLeave}
            className="poster flex min-h-18 items-center text-[2rem] data-[status=active]:text-signal"
          />
        </li>
        {staff &&
          STAFF_PLACES.slice(1).map((place) => (
            <li key={place.to}>
              <PlaceLink place={place} onClick={onLeave} className="flex min-h-12 items-center" />
            </li>
          ))}
      </ul>
      <ul className="mt-auto flex flex-wrap gap-x-6 pt-8">
        {LEGAL_PLACES.map((place) => (
          <li key={place.to}>
            <PlaceLink
              place={place}
              onClick={onLeave}
              className="flex min-h-11 items-center text-sm text-muted hover:text-bone"
            />
          </li>
        ))}
      </ul>
    </nav>
  );
}
