/** Actions on all submissions: process, export, reconcile, clear; and sign out. */
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Archive, Download, LogOut, Play, RefreshCcw } from 'lucide-react';
import { useState } from 'react';
import { logout } from '#features/accounts/calls.ts';
import type { Staff } from '#features/accounts/contract.ts';
import { ClearDialog } from '#features/moderation/web/staff/clear-dialog.tsx';
import { syncPayments } from '#features/payments/calls.ts';
import { processAll } from '#features/processing/calls.ts';
import { callEndpoint, endpointUrl, sendRequest } from '#web/api-client.ts';
import { useStaffCall } from '#web/staff/use-staff-call.ts';
import { Button } from '#web/ui/button.tsx';
import { exportFull, exportSimple } from '../calls.ts';
import { useRefreshSubmissions, useRefreshWhileProcessing, useSummary } from './use-submissions.ts';

export function BulkBar({ staff }: { staff: Staff }) {
  const { busy, run } = useStaffCall();
  const [clearing, setClearing] = useState(false);
  const refresh = useRefreshWhileProcessing();
  const navigate = useNavigate();
  const client = useQueryClient();
  const process = async () => {
    const started = await run('process', async () => (await sendRequest('POST', processAll.path)).text(), {
      done: 'Batch processing',
      description: (text) => text,
      failed: 'Processing Error',
      fallback: 'Failed to start batch processing. Please try again.',
    });
    if (started !== null) refresh();
  };
  const reconcile = () =>
    run('payments', () => callEndpoint(syncPayments), {
      done: 'Payments processed',
      description: ({ reconciliation: found }) =>
        `${found.checked} compared, ${found.repaired} repaired, ${found.unknown} not ours, ${found.failed} failed.`,
      failed: 'Sync Error',
      fallback: 'Failed to sync payment data from Stripe.',
    });
  const signOut = async () => {
    const done = await run('logout', () => callEndpoint(logout), { failed: 'Logout Error' });
    if (done === null) return;
    client.clear();
    await navigate({ to: '/admin/login' });
  };
  return (
    <div className="mt-5 flex flex-wrap gap-2 border-y border-line py-3">
      <Button pending={busy === 'process'} onClick={process}>
        <Play aria-hidden="true" className="size-4" />
        Process all pending
      </Button>
      <Button asChild>
        <a href={endpointUrl(exportSimple)}>
          <Download aria-hidden="true" className="size-4" />
          Tracks CSV
        </a>
      </Button>
      <Button asChild>
        <a href={endpointUrl(exportFull)}>
          <Download aria-hidden="true" className="size-4" />
          Full CSV
        </a>
      </Button>
      <Button pending={busy === 'payments'} onClick={reconcile}>
        <RefreshCcw aria-hidden="true" className="size-4" />
        Process all payments
      </Button>
      <Button variant="danger" onClick={() => setClearing(true)}>
        <Archive aria-hidden="true" className="size-4" />
        Clear all
      </Button>
      <Button variant="quiet" className="sm:ml-auto" pending={busy === 'logout'} onClick={signOut}>
        <LogOut aria-hidden="true" className="size-4" />
        Logout
      </Button>
      {clearing && <ClearAll isOwner={staff.role === 'owner'} onClose={() => setClearing(false)} />}
    </div>
  );
}

function ClearAll(props: { isOwner: boolean; onClose: () => void }) {
  const { data: counts } = useSummary();
  return <ClearDialog counts={counts} onChanged={useRefreshSubmissions()} {...props} />;
}
