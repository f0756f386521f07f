/** Processing runs: progress, failures with their reasons, and pause, resume, cancel, retry. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callEndpoint } from '#web/api-client.ts';
import { endpointQuery } from '#web/query-client.ts';
import { useStaffCall } from '#web/staff/use-staff-call.ts';
import { Button } from '#web/ui/button.tsx';
import { Progress } from '#web/ui/level-meter.tsx';
import { controlBatch, getFailures, listBatches, reprocess } from '../../calls.ts';
import type { Batch } from '../../contract.ts';

const KINDS = { next: 'Next tracks', all: 'All pending', bulk: 'Bulk', retry: 'Retry' } as const;

/** Runs under way, and the newest that ended with failures. */
function worthShowing(batches: readonly Batch[]): Batch[] {
  const going = batches.filter((batch) => batch.state === 'running' || batch.state === 'paused');
  const failed = batches.find((batch) => batch.state === 'done' && batch.failed > 0);
  return failed && !going.includes(failed) ? [...going, failed] : going;
}

const LIVE_MS = 2000;
const QUIET_MS = 10_000;

/** Polled often while a run is under way. */
function useBatches() {
  return useQuery({
    ...endpointQuery(listBatches),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) =>
      state.data?.some((batch) => batch.state === 'running') ? LIVE_MS : QUIET_MS,
  });
}

export function ProcessingPanel({ onChange }: { onChange: () => void }) {
  const { data, refetch } = useBatches();
  const shown = worthShowing(data ?? []);
  if (shown.length === 0) return null;
  const changed = () => {
    void refetch();
    onChange();
  };
  return (
    <section aria-label="Processing" className="divide-y divide-line rounded-md border border-line bg-panel">
      {shown.map((batch) => (
        <Run key={batch.id} batch={batch} onChange={changed} />
      ))}
    </section>
  );
}

type Action = 'pause' | 'resume' | 'cancel' | 'retry';

function Run({ batch, onChange }: { batch: Batch; onChange: () => void }) {
  const { busy, run } = useStaffCall();
  const [open, setOpen] = useState(false);
  const ended = batch.analyzed + batch.failed + batch.dropped;
  const steer = async (action: Action) => {
    const call = () => callEndpoint(controlBatch, { params: { id: String(batch.id) }, body: { action } });
    await run(action, call, { done: ({ message }) => message, failed: 'Batch Processing Error' });
    onChange();
  };
  const lever = (action: Action, label: string) => (
    <Button pending={busy === action} onClick={() => steer(action)}>
      {label}
    </Button>
  );
  return (
    <div className="px-4 py-3">
      <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
        <Progress
          className="min-w-60 flex-1"
          label={`${KINDS[batch.kind]}${batch.state === 'paused' ? ', paused' : ''}`}
          value={batch.total ? (ended / batch.total) * 100 : 0}
          figure={`${batch.analyzed} analyzed, ${batch.failed} failed, ${batch.running + batch.inLine} under way, ${batch.waiting} waiting`}
        />
        <div className="flex flex-wrap gap-2">
          {batch.state === 'running' && lever('pause', 'Pause')}
          {batch.state === 'paused' && lever('resume', 'Resume')}
          {(batch.state === 'running' || batch.state === 'paused') && lever('cancel', 'Cancel')}
          {batch.failed > 0 && (
            <Button aria-expanded={open} onClick={() => setOpen(!open)}>
              What failed
            </Button>
          )}
          {batch.state === 'done' && batch.failed > 0 && lever('retry', 'Retry all failed')}
        </div>
      </div>
      {open && <Failures batch={batch} onChange={onChange} />}
    </div>
  );
}

function Failures({ batch, onChange }: { batch: Batch; onChange: () => void }) {
  const { data } = useQuery({
    ...endpointQuery(getFailures, { params: { id: String(batch.id) } }),
    refetchOnMount: 'always',
  });
  const { busy, run } = useStaffCall();
  const retry = async (id: number) => {
    await run(String(id), () => callEndpoint(reprocess, { params: { id: String(id) } }), {
      done: ({ message }) => message,
      failed: 'Reprocessing Error',
    });
    onChange();
  };
  return (
    <ul className="mt-3 divide-y divide-line border-t border-line">
      {data?.map((failure) => (
        <li key={failure.submissionId} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
          <span className="figures text-sm text-muted">#{failure.submissionId}</span>
          <span>
            {failure.trackTitle} by {failure.artistName}
          </span>
          <span className="min-w-0 flex-1 text-sm text-hot">{failure.reason}</span>
          <Button pending={busy === String(failure.submissionId)} onClick={() => retry(failure.submissionId)}>
            Retry
          </Button>
        </li>
      ))}
    </ul>
  );
}
