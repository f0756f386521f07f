/** How many notices wait for this visitor, and saying that some were read. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BodyOf } from '#platform/http/endpoint.ts';
import { callEndpoint, endpointUrl } from '#web/api-client.ts';
import { endpointQuery } from '#web/query-client.ts';
import { countUnread, getInbox, getMine, readNotices } from '../calls.ts';

const LOOK_EVERY_MS = 60_000;

/** Asked again once a minute, and when the tab is looked at again. 0 while nobody knows. */
export function useUnread(): number {
  const { data } = useQuery({
    ...endpointQuery(countUnread),
    refetchInterval: LOOK_EVERY_MS,
    refetchOnWindowFocus: 'always',
  });
  return data?.unread ?? 0;
}

export function useMarkRead() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof readNotices>) => callEndpoint(readNotices, { body }),
    onSuccess: (answer) => {
      queries.setQueryData([endpointUrl(countUnread)], answer);
      void queries.invalidateQueries({ queryKey: [endpointUrl(getInbox), 'pages'] });
      // Whoever went back at once has a list from before.
      void queries.invalidateQueries({ queryKey: [endpointUrl(getMine)] });
    },
  });
}
