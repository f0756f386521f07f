/** For the uploader: the private link for other devices, and the delete button. */
import { useQuery } from '@tanstack/react-query';
import { Check, Copy } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { endpointQuery } from '#web/query-client.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { CONTROL } from '#web/ui/field.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { getPrivateLink } from '../contract.ts';
import { DeleteTrack } from './delete-track.tsx';

export function PrivateLinkCard({ id, className }: { id: number; className?: string }) {
  const { data, isError, refetch } = useQuery(endpointQuery(getPrivateLink, { params: { id: String(id) } }));
  return (
    <Card title="Your private link" className={className}>
      <p className="mb-4 text-sm text-muted">
        Whoever opens it can act for this track, as you can here. Keep it; to anyone else, give the address of
        this page.
      </p>
      {data && <CopyLine address={new URL(data.privateLink, location.origin).href} />}
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
