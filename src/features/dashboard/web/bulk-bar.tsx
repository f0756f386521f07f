/** Actions on all submissions: process, export, reconcile, clear and restore. */
import { Archive, ArchiveRestore, Download, Play, RefreshCcw } from 'lucide-react';
import { useState } from 'react';
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
  const [clearing, setClearing] = useState<'clear' | 'restore' | null>(null);
  const refresh = useRefreshWhileProcessing();
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
  return (
    <div className="flex flex-wrap gap-2 border-y border-line py-3">
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
      {staff.role === 'owner' && (
        <Button pending={busy === 'payments'} onClick={reconcile}>
          <RefreshCcw aria-hidden="true" className="size-4" />
          Process all payments
        </Button>
      )}
      <Button variant="danger" onClick={() => setClearing('clear')}>
        <Archive aria-hidden="true" className="size-4" />
        Clear all
      </Button>
      <Button variant="quiet" onClick={() => setClearing('restore')}>
        <ArchiveRestore aria-hidden="true" className="size-4" />
        Restore cleared
      </Button>
      {clearing && (
        <ClearAll
          restoring={clearing === 'restore'}
          isOwner={staff.role === 'owner'}
          onClose={() => setClearing(null)}
        />
      )}
    </div>
  );
}

function ClearAll(props: { restoring: boolean; isOwner: boolean; onClose: () => void }) {
  const { data: counts } = useSummary();
  return <ClearDialog counts={counts} onChanged={useRefreshSubmissions()} {...props} />;
}
