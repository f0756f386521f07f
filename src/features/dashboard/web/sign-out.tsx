/** Ends the session. */
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { LogOut } from 'lucide-react';
import { logout } from '#features/accounts/calls.ts';
import { stopPlayer } from '#features/listening/web/staff/player.ts';
import { callEndpoint } from '#web/api-client.ts';
import { useStaffCall } from '#web/staff/use-staff-call.ts';
import { Button } from '#web/ui/button.tsx';

export function SignOut({ className }: { className?: string }) {
  const { busy, run } = useStaffCall();
  const navigate = useNavigate();
  const client = useQueryClient();
  const signOut = async () => {
    const done = await run('logout', () => callEndpoint(logout), { failed: 'Logout Error' });
    if (done === null) return;
    stopPlayer();
    client.clear();
    await navigate({ to: '/admin/login' });
  };
  return (
    <Button variant="quiet" className={className} pending={busy === 'logout'} onClick={signOut}>
      <LogOut aria-hidden="true" className="size-4" />
      Logout
    </Button>
  );
}
