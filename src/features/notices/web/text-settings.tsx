/** What the person signed in is told by text. One tap, written at once. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callEndpoint, endpointUrl, readableMessage } from '#web/api-client.ts';
import { endpointQuery } from '#web/query-client.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { changeSettings, getSettings } from '../calls.ts';
import type { NoticeSettings } from '../contract.ts';

const KEY = [endpointUrl(getSettings)];

export function TextSettings({ me }: { me: { phone: string } }) {
  const { data, isError, refetch } = useQuery(endpointQuery(getSettings));
  const change = useChange();
  return (
    <Card title="Texts">
      <p className="mb-2 text-muted">
        You are signed in as <strong className="figures whitespace-nowrap text-bone">{me.phone}</strong>.
      </p>
      {isError && (
        <p className="flex flex-wrap items-center gap-3">
          Your settings could not be loaded.
          <Button onClick={() => void refetch()}>Try again</Button>
        </p>
      )}
      {!data && !isError && <Skeleton className="h-24" />}
      {data && (
        <>
          <Checkbox
            label="Text me when my report is ready, staff write to me or an order moves"
            checked={data.texts}
            onCheckedChange={(texts) => change.mutate({ texts })}
          />
          <Checkbox
            label="Tell me when somebody overtakes me, at most once a day"
            checked={data.overtaken}
            onCheckedChange={(overtaken) => change.mutate({ overtaken })}
          />
          {data.stopped && (
            <p className="mt-2 text-sm text-warm">
              You replied STOP to one of our texts, so none leaves. Reply START to that number to allow them
              again.
            </p>
          )}
        </>
      )}
    </Card>
  );
}

/** The box moves at once, and back if the server says no. */
function useChange() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Partial<Pick<NoticeSettings, 'texts' | 'overtaken'>>) =>
      callEndpoint(changeSettings, { body }),
    onMutate: (body) => {
      const before = queries.getQueryData<NoticeSettings>(KEY);
      if (before) queries.setQueryData<NoticeSettings>(KEY, { ...before, ...body });
      return before;
    },
    onSuccess: (settings) => queries.setQueryData(KEY, settings),
    onError: (error, _body, before) => {
      queries.setQueryData(KEY, before);
      toast({
        title: 'Not changed',
        description: readableMessage(error, 'Check the connection and try again.'),
        variant: 'destructive',
      });
    },
  });
}
