/** Around every staff screen: waits for the session, then shows the screen or leads to the sign-in. */
import type { ReactNode } from 'react';
import type { Staff } from '../contract.ts';
import { useStaffSession } from './use-staff-session.ts';

export function StaffGate({ children }: { children: (staff: Staff) => ReactNode }) {
  const session = useStaffSession();
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
