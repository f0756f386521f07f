/** For the uploader: the private link for other devices, and the delete button. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Check, Copy } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { callEndpoint, endpointUrl, readableMessage } from '#web/api-client.ts';
import { endpointQuery } from '#web/query-client.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { CONTROL } from '#web/ui/field.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { getPrivateLink, renewPrivateLink } from '../calls.ts';
import { DeleteTrack } from './delete-track.tsx';

export function PrivateLinkCard({ id, className }: { id: number; className?: string }) {
  const { data, isError, refetch } = useQuery(endpointQuery(getPrivateLink, { params: { id: String(id) } }));
  return (
    <Card title="Your private link" className={className}>
      <p className="mb-4 text-sm text-muted">
        Whoever opens it can act for this track, as you can here. To anyone else, give the address of this
        page.
      </p>
      {data && (
        <>
          <CopyLine address={new URL(data.privateLink, location.origin).href} />
          <RenewLink id={id} expiresAt={data.expiresAt} />
        </>
      )}
      {!data && !isError && <Skeleton className="h-11" />}
      {isError && (
        <p className="flex flex-wrap items-center gap-3 text-sm">
          The link could not be loaded.
          <Button onClick={() => refetch()}>Try again</Button>
        </p>
      )}
      <DeleteTrack id={id} />
    </Card>
  );
}

/** When it ends, and a new one in its place. */
function RenewLink({ id, expiresAt }: { id: number; expiresAt: string }) {
  const queries = useQueryClient();
  const params = { id: String(id) };
  const renew = useMutation({
    mutationFn: () => callEndpoint(renewPrivateLink, { params }),
    onSuccess: (link) => {
      queries.setQueryData([endpointUrl(getPrivateLink, { params })], link);
      toast({ title: 'Link renewed', description: 'The one before no longer works.' });
    },
    onError: (error) =>
      toast({
        title: 'Link not renewed',
        description: readableMessage(error, 'Check the connection and try again.'),
        variant: 'destructive',
      }),
  });
  const until = new Date(expiresAt).toLocaleDateString(undefined, { dateStyle: 'long' });
  return (
    <p className="mt-2 flex flex-wrap items-center gap-x-3 text-sm text-muted">
      Works until {until}.
      <Button variant="quiet" pending={renew.isPending} onClick={() => renew.mutate()}>
        {renew.isPending ? 'Renewing…' : 'Renew'}
      </Button>
    </p>
  );
}

function CopyLine({ address }: { address: string }) {
  const id = useId();
  const { copied, failed, copy } = useCopy(address);
  return (
    <>
      <div className="flex gap-2">
        <label htmlFor={id} className="sr-only">
          Private link
        </label>
        <input
          id={id}
          readOnly
          value={address}
          onFocus={(event) => event.target.select()}
          className={`${CONTROL} figures h-11 min-w-0 flex-1 truncate px-3 text-sm`}
        />
        <Button onClick={copy}>
          {copied ? (
            <Check aria-hidden="true" className="size-4 text-good" />
          ) : (
            <Copy aria-hidden="true" className="size-4" />
          )}
          {copied ? 'Copied' : 'Copy'}
        </Button>
      </div>
      <p role="status" className="mt-2 text-sm text-muted empty:hidden">
        {failed && 'The browser did not allow copying: select the link and copy it yourself.'}
      </p>
    </>
  );
}

/** 'Copied' for two seconds, or a note when the browser refuses (no https, no permission). */
function useCopy(text: string) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  useEffect(() => {
    if (state !== 'copied') return;
    const timer = setTimeout(() => setState('idle'), 2000);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setState('copied');
    } catch {
      setState('failed');
    }
  };
  return { copied: state === 'copied', failed: state === 'failed', copy };
}
