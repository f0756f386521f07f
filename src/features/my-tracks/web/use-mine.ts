/** What My tracks shows: all kinds at once, more of one when asked for, read again while something is being analysed. */
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { callEndpoint, endpointUrl } from '#web/api-client.ts';
import { endpointQuery } from '#web/query-client.ts';
import { countUnread, getInbox, getMine } from '../calls.ts';
import type { BelongingKind, Section } from '../contract.ts';

const WORKING_MS = 5000;

export function useMine() {
  const queries = useQueryClient();
  const mine = useQuery({
    ...endpointQuery(getMine),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.sections.some(isAtWork) ? WORKING_MS : false),
  });
  const isWorking = mine.data?.sections.some(isAtWork) ?? false;
  useEffect(() => {
    // What was at work is done: there is a notice of it.
    if (!isWorking)
      for (const call of [getInbox, countUnread])
        void queries.invalidateQueries({ queryKey: [endpointUrl(call)] });
  }, [isWorking, queries]);
  return mine;
}

const isAtWork = ({ items }: Section) => items.some(({ progress }) => progress !== null);

/** The pages after the first one, which the page has already. */
export function useMore(kind: BelongingKind, first: number | null) {
  return useInfiniteQuery({
    queryKey: [endpointUrl(getMine, { query: { kind } }), 'more', first],
    queryFn: async ({ pageParam, signal }) => {
      const { sections } = await callEndpoint(getMine, { query: { kind, before: pageParam }, signal });
      return sections[0];
    },
    initialPageParam: first ?? 1,
    getNextPageParam: ({ next }) => next ?? undefined,
    enabled: false,
  });
}

export function useInbox() {
  return useInfiniteQuery({
    queryKey: [endpointUrl(getInbox), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      callEndpoint(getInbox, { query: { before: pageParam ?? undefined }, signal }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next ?? undefined,
    refetchOnMount: 'always',
  });
}
