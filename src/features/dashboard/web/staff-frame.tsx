/** Around every staff page: the side bar in groups with what waits, a menu of it on narrow screens, and the player. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useRouterState, useSearch } from '@tanstack/react-router';
import { Menu } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { Staff } from '#features/accounts/contract.ts';
import { StaffGate } from '#features/accounts/web/staff-gate.tsx';
import { PlayerBar } from '#features/listening/web/staff/player-bar.tsx';
import { useCampaign } from '#web/campaign.ts';
import { endpointQuery } from '#web/query-client.ts';
import type { SearchParams } from '#web/search-params.ts';
import { pickWord } from '#web/staff/view.ts';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Sheet } from '#web/ui/dialog.tsx';
import { getWaiting } from '../calls.ts';
import type { Waiting } from '../contract.ts';
import { DASHBOARD_TABS, type DashboardTab, listPlaces, type NavPlace } from '../rules.ts';
import { SignOut } from './sign-out.tsx';

const LOOK_MS = 60_000;
const ROLE_WORDS = { reviewer: 'Reviewer', 'a&r': 'A&R', owner: 'Owner' };

export function useWaiting() {
  return useQuery({
    ...endpointQuery(getWaiting),
    refetchOnMount: 'always',
    refetchInterval: LOOK_MS,
    placeholderData: keepPreviousData,
  });
}

export default function StaffFrame({ children }: { children: (staff: Staff) => ReactNode }) {
  return <StaffGate>{(staff) => <Frame staff={staff}>{children(staff)}</Frame>}</StaffGate>;
}

function Frame({ staff, children }: { staff: Staff; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const here = useHere();
  // Another place was chosen in the menu.
  // biome-ignore lint/correctness/useExhaustiveDependencies: closes whenever the place changes
  useEffect(() => setOpen(false), [here.path, here.tab]);
  return (
    <div className="min-[1100px]:grid min-[1100px]:grid-cols-[12.75rem_minmax(0,1fr)]">
      <aside className="hidden border-r border-line min-[1100px]:block">
        <div className="sticky top-0 flex max-h-[calc(100svh-6.1rem)] flex-col">
          <Places staff={staff} className="flex-1 overflow-y-auto pt-3" />
          <Who staff={staff} />
        </div>
      </aside>
      <div className="flex items-center justify-between border-b border-line px-4 py-1 min-[1100px]:hidden">
        <Sheet
          open={open}
          onOpenChange={setOpen}
          title="Dashboard"
          trigger={
            <Button variant="quiet" className="-ml-4">
              <Menu aria-hidden="true" className="size-5" />
              Menu
            </Button>
          }
        >
          <Places staff={staff} />
        </Sheet>
        <SignOut />
      </div>
      <div className="min-w-0">
        {children}
        <PlayerBar staffId={staff.id} />
      </div>
    </div>
  );
}

function Who({ staff }: { staff: Staff }) {
  return (
    <div className="flex items-center justify-between border-t border-line pl-4">
      <p className="min-w-0">
        <span className="block truncate text-sm font-semibold">{staff.name}</span>
        <span className="block text-xs text-muted">{ROLE_WORDS[staff.role]}</span>
      </p>
      <SignOut className="min-[1100px]:px-3 min-[1100px]:text-sm" />
    </div>
  );
}

/** Where one is: the path, and on the dashboard the tab. */
function useHere(): { path: string; tab: DashboardTab } {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const { tab } = useSearch({ strict: false }) as SearchParams;
  return { path, tab: pickWord(DASHBOARD_TABS, tab) };
}

const isHere = ({ to }: NavPlace, here: ReturnType<typeof useHere>) =>
  'path' in to ? here.path === to.path : here.path === '/admin/dashboard' && here.tab === to.tab;

function Places({ staff, className }: { staff: Staff; className?: string }) {
  const { celebrity } = useCampaign();
  const { data: waiting } = useWaiting();
  const here = useHere();
  return (
    <nav aria-label="Dashboard" className={className}>
      {listPlaces(celebrity, staff.role).map(({ title, places }) => (
        <section key={title} className="mb-4 min-[1100px]:mb-2.5">
          <h2 className="silk px-4 pb-1 text-muted">{title}</h2>
          <ul>
            {places.map((place) => (
              <li key={place.label}>
                <PlaceLink place={place} waiting={waiting} here={isHere(place, here)} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}

interface PlaceLinkProps {
  place: NavPlace;
  waiting: Waiting | undefined;
  here: boolean;
}

function PlaceLink({ place, waiting, here }: PlaceLinkProps) {
  const { to, label } = place;
  const tab = 'tab' in to && to.tab !== DASHBOARD_TABS[0] ? to.tab : undefined;
  return (
    <Link
      to={'path' in to ? to.path : '/admin/dashboard'}
      // Search and order do not carry over to another place.
      search={{ tab } as never}
      activeOptions={{ exact: true, includeSearch: true }}
      aria-current={here ? 'page' : undefined}
      className={classNames(
        'flex min-h-[1.625rem] items-center justify-between gap-2 border-l-3 pr-4 pl-[0.8125rem] text-sm pointer-coarse:min-h-11 max-[1100px]:min-h-11 max-[1100px]:text-[0.9375rem]',
        here ? 'border-signal bg-raised font-semibold' : 'border-transparent text-bone/85 hover:bg-raised',
      )}
    >
      <span className="truncate">{label}</span>
      {waiting && <Count place={place} waiting={waiting} />}
    </Link>
  );
}

function Count({
  place: { waits, counts, late },
  waiting,
}: Pick<PlaceLinkProps, 'place'> & { waiting: Waiting }) {
  const overdue = late ? waiting[late] : 0;
  if (overdue > 0)
    return (
      <span className="figures rounded-sm border border-hot px-1.5 text-xs whitespace-nowrap text-hot">
        {overdue} late
      </span>
    );
  const count = waiting[waits ?? counts ?? 'toHear'];
  if (!(waits || counts) || count === 0) return null;
  return (
    <span
      className={classNames(
        'figures text-xs',
        waits ? 'rounded-sm bg-signal px-1.5 font-bold text-ink' : 'text-muted',
      )}
    >
      {count.toLocaleString()}
      <span className="sr-only"> {waits ? 'waiting' : 'to go'}</span>
    </span>
  );
}
