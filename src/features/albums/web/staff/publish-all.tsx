/** Covers for many albums: how many, at what cost, then the server's progress, which does not need this tab. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { callEndpoint, readableMessage } from '#web/api-client.ts';
import { endpointQuery } from '#web/query-client.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field, Input } from '#web/ui/field.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { cancelBatch, getBatch, startBatch } from '../../calls.ts';
import type { AlbumFilter, Batch } from '../../contract-staff.ts';
import { estimateBatch, readBatchSize } from '../../rules.ts';

interface PublishAllProps {
  total: number;
  search: string;
  filter: AlbumFilter;
  onDone: () => void;
}

const POLL_MS = 1000;
const TOAST_MS = 5000;

export function PublishAll({ total, search, filter, onDone }: PublishAllProps) {
  const [stage, setStage] = useState<'closed' | 'size' | 'confirm'>('closed');
  const [size, setSize] = useState('10');
  const { data, refetch } = useQuery({
    ...endpointQuery(getBatch),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.batch?.state === 'running' ? POLL_MS : false),
  });
  const batch = data?.batch ?? null;
  const running = batch?.state === 'running' ? batch : null;
  useSummary(batch, onDone);
  const count = readBatchSize(size, total);
  const open = () => {
    if (total === 0)
      toast({
        title: 'No Albums',
        description: 'No album submissions found to publish',
        variant: 'destructive',
      });
    else setStage('size');
  };
  const choose = (event: FormEvent) => {
    event.preventDefault();
    if (count === null) {
      setStage('closed');
      toast({
        title: 'Invalid Batch Size',
        description: `Please enter a number between 1 and ${total}`,
        variant: 'destructive',
      });
    } else setStage('confirm');
  };
  const start = useMutation({
    mutationFn: (covers: number) => callEndpoint(startBatch, { body: { count: covers, search, filter } }),
    onSuccess: (_, covers) => {
      toast({
        title: 'Starting Batch Publication',
        description: `Making ${covers} covers, one after the other.`,
        duration: TOAST_MS,
      });
      void refetch();
    },
    onError: (error) =>
      toast({
        title: 'Error',
        description: readableMessage(error, 'The batch could not be started.'),
        variant: 'destructive',
      }),
  });
  return (
    <>
      <Button variant="primary" onClick={open} disabled={running !== null || total === 0}>
        {running ? `Publishing... (${running.current}/${running.total})` : `Publish All (${total})`}
      </Button>
      {running && <CancelButton batch={running} onCancelled={() => void refetch()} />}
      <Dialog
        title="How many albums?"
        description={`10 ($1), 50 ($5), 100 ($10), or all of the ${total}.`}
        open={stage === 'size'}
        onOpenChange={(shown) => setStage(shown ? 'size' : 'closed')}
      >
        <form onSubmit={choose} noValidate className="flex flex-col gap-5">
          <Field label="Batch size">
            <Input value={size} inputMode="numeric" onChange={({ target }) => setSize(target.value)} />
          </Field>
          <div className="flex flex-wrap gap-2">
            {['10', '50', '100', 'all'].map((option) => (
              <Button key={option} onClick={() => setSize(option)}>
                {option}
              </Button>
            ))}
          </div>
          <Button type="submit" variant="primary">
            Continue
          </Button>
        </form>
      </Dialog>
      <Dialog
        title={`Publish ${count ?? 0} albums?`}
        description={`Estimated cost ${estimateBatch(count ?? 0).cost}, estimated time ${sayMinutes(estimateBatch(count ?? 0).minutes)}. It runs on the server: you may close this page.`}
        open={stage === 'confirm'}
        onOpenChange={(shown) => setStage(shown ? 'confirm' : 'closed')}
        footer={
          <>
            <Button onClick={() => setStage('closed')}>Cancel</Button>
            <Button
              variant="primary"
              onClick={() => {
                setStage('closed');
                if (count !== null) start.mutate(count);
              }}
            >
              Start
            </Button>
          </>
        }
      />
    </>
  );
}

const sayMinutes = (minutes: number) => `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;

function CancelButton({ batch, onCancelled }: { batch: Batch; onCancelled: () => void }) {
  const cancel = useMutation({
    mutationFn: () => callEndpoint(cancelBatch, { params: { id: String(batch.id) } }),
    onSettled: onCancelled,
  });
  return <Button onClick={() => cancel.mutate()}>Cancel batch</Button>;
}

/** Reports once, when a batch that was running has ended. */
function useSummary(batch: Batch | null, onDone: () => void): void {
  const seen = useRef<number | null>(null);
  const done = useRef(onDone);
  done.current = onDone;
  useEffect(() => {
    if (batch?.state === 'running') {
      seen.current = batch.id;
      return;
    }
    if (!batch || seen.current !== batch.id) return;
    seen.current = null;
    toast({
      title: batch.state === 'cancelled' ? 'Batch Publication Cancelled' : 'Batch Publication Complete!',
      description: `Successfully generated ${batch.succeeded} covers. ${batch.failed} failed.`,
      duration: TOAST_MS,
    });
    done.current();
  }, [batch]);
}
