/** Wordmark and navigation. On a narrow screen the links live in a drawer, fetched when the finger nears its button. */
import { Link, useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useCampaign } from '#web/campaign.ts';
import { MINE_PLACE, PLATFORM_PLACES, STAFF_PLACE } from '#web/page-frame.ts';
import { lazyPanel, orElse } from '#web/ui/lazy-part.tsx';
import { PlaceLink } from './nav-links.tsx';
import { Wordmark } from './wordmark.tsx';

const importDrawer = () => import('./nav-drawer.tsx');
const NavDrawer = lazyPanel(importDrawer, ({ onOpenChange }) => onOpenChange(false));
const prepareDrawer = () => void importDrawer().catch(() => {});
// After the page: most visitors have nothing waiting.
const UnreadCount = lazy(orElse(() => import('./unread-count.tsx')));
const WhoLink = lazy(orElse(() => import('./who-link.tsx'), StrangersLink));

const LINK =
  'relative flex min-h-11 items-center text-[0.9375rem] font-medium text-muted transition-colors hover:text-bone data-[status=active]:text-bone after:absolute after:inset-x-0 after:bottom-1.5 after:h-0.5 after:bg-transparent data-[status=active]:after:bg-signal';

const WHO = `${LINK} ml-auto min-w-0`;

function StrangersLink({ className }: { className?: string }) {
  return <PlaceLink place={STAFF_PLACE} className={className} />;
}

export function Header() {
  const { product } = useCampaign();
  return (
    <header className="border-b border-line">
      <div className="column flex h-17 items-center gap-9">
        <Link to="/" aria-label={`${product}, home`} className="flex min-h-11 min-w-0 items-center">
          <Wordmark />
        </Link>
        <nav aria-label="Main" className="hidden min-w-0 flex-1 items-center gap-6 lg:flex xl:gap-9">
          {PLATFORM_PLACES.map((place) => (
            <PlaceLink key={place.label} place={place} className={LINK}>
              {place.label}
              {place === MINE_PLACE && (
                <Suspense fallback={null}>
                  <UnreadCount className="ml-2" />
                </Suspense>
              )}
            </PlaceLink>
          ))}
          {/* A stranger's link, until it is known who this is. */}
          <Suspense fallback={<StrangersLink className={WHO} />}>
            <WhoLink className={WHO} />
          </Suspense>
        </nav>
        <DrawerButton />
      </div>
    </header>
  );
}

function DrawerButton() {
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const router = useRouter();
  // Not in the drawer: whoever goes on before its code is there must not find it open on the next page.
  useEffect(() => router.subscribe('onBeforeNavigate', () => setOpen(false)), [router]);
  return (
    <div className="ml-auto lg:hidden">
      <button
        ref={button}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={prepareDrawer}
        onFocus={prepareDrawer}
        onClick={() => {
          setWanted(true);
          setOpen(true);
        }}
        className="-mr-3 grid size-12 place-items-center"
      >
        <span className="relative">
          <svg viewBox="0 0 24 24" aria-hidden="true" className="size-6">
            <path d="M4 6h16M4 12h16M4 18h16" fill="none" stroke="currentColor" strokeWidth="2" />
          </svg>
          <Suspense fallback={null}>
            <UnreadCount className="absolute -top-2 -right-3" />
          </Suspense>
        </span>
        <span className="sr-only">Open menu</span>
      </button>
      {wanted && <NavDrawer open={open} onOpenChange={setOpen} returnFocusTo={button} />}
    </div>
  );
}
