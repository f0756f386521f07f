/** Around every staff screen: waits for the session, then shows the screen or leads to the sign-in. */
import { lazy, type ReactNode, Suspense } from 'react';
import type { Staff } from '../contract.ts';
import { useStaffSession } from './use-staff-session.ts';

const FactorsCard = lazy(async () => ({ default: (await import('./staff/factors-card.tsx')).FactorsCard }));

export function StaffGate({ children }: { children: (staff: Staff) => ReactNode }) {
  const session = useStaffSession();
  if (session.state === 'ready' && session.staff.lacksFactor)
    return (
      <div className="column flex max-w-2xl flex-col gap-5 py-10">
        <h1 className="plate text-2xl">One more lock for your account</h1>
        <p className="text-muted">Here a password alone is not enough. Set up a second factor to go on.</p>
        <Suspense>
          <FactorsCard />
        </Suspense>
      </div>
    );
  if (session.state === 'ready') return children(session.staff);
  return (
    <div role="status" className="column flex flex-col gap-4 py-16">
      <p className="plate text-2xl">
        {session.state === 'checking' ? 'Checking your session…' : 'Taking you to the sign-in…'}
      </p>
      <span aria-hidden="true" className="block h-1 w-48 animate-idle bg-signal" />
    </div>
  );
}
