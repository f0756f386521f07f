/** The rows of the submissions tab, the figures above them, and their refresh. */
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { callEndpoint } from '#web/api-client.ts';
import { endpointQuery } from '#web/query-client.ts';
import type { View } from '#web/staff/view.ts';
import { getSummary, listDashboard } from '../calls.ts';
import { DECISION_FILTERS, PAGE_ROWS, SORTS, STATUSES } from '../limits.ts';

export const CHOICES = { sort: SORTS, status: STATUSES, decision: DECISION_FILTERS } as const;
export type SubmissionsView = View<typeof CHOICES>;

const ROWS_KEY = 'submission-rows';

/** A hundred rows at a time, each page from the id where the last one ended. */
export function useSubmissionRows({ search, status, decision, sort, direction }: SubmissionsView) {
  const query = useInfiniteQuery({
    queryKey: [ROWS_KEY, search, status, decision, sort, direction],
    queryFn: ({ pageParam, signal }) =>
      callEndpoint(listDashboard, {
        query: { search, status, decision, sort, direction, limit: PAGE_ROWS, after: pageParam },
        signal,
      }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.length < PAGE_ROWS ? undefined : page[page.length - 1].id),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
  const rows = query.data?.pages.flat() ?? [];
  return { ...query, rows };
}

export function useSummary({ search, status, decision }: Partial<SubmissionsView> = {}) {
  return useQuery({
    ...endpointQuery(getSummary, { query: { search, status, decision } }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
}

/** Refreshes list, figures and runs. */
export function useRefreshSubmissions() {
  const client = useQueryClient();
  return useCallback(() => {
    void client.invalidateQueries({ queryKey: [ROWS_KEY] });
    void client.invalidateQueries({
      predicate: ({ queryKey }) => /^\/api\/admin\/(submissions\/summary|batches)/.test(String(queryKey[0])),
    });
  }, [client]);
}

const REFRESH_MS = 10_000;
const REFRESH_TIMES = 60;
const BATCH_REFETCH_MS = 60_000;

/** After processing starts, refreshes every 10 s, 60 times, and once 60 s after a batch. */
export function useRefreshWhileProcessing() {
  const refresh = useRefreshSubmissions();
  const [started, setStarted] = useState(0);
  useEffect(() => {
    if (started === 0) return;
    let times = 0;
    const timer = setInterval(() => {
      times += 1;
      refresh();
      if (times >= REFRESH_TIMES) clearInterval(timer);
    }, REFRESH_MS);
    const later = setTimeout(refresh, BATCH_REFETCH_MS);
    return () => {
      clearInterval(timer);
      clearTimeout(later);
    };
  }, [started, refresh]);
  return useCallback(() => {
    refresh();
    setStarted((before) => before + 1);
  }, [refresh]);
}
