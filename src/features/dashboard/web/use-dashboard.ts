/** The view of the dashboard in the address, the rows it asks for, and the cards above them. */
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { listBatches } from '#features/processing/contract.ts';
import { callEndpoint } from '#web/api-client.ts';
import { endpointQuery } from '#web/query-client.ts';
import type { SearchParams } from '#web/search-params.ts';
import { getSummary, listDashboard, PAGE_ROWS, SORTS } from '../contract.ts';
import { type DashboardView, readDashboardView, sortIn, writeDashboardView } from '../rules.ts';

export function useDashboardView() {
  const view = readDashboardView(useSearch({ strict: false }) as SearchParams);
  const navigate = useNavigate();
  const show = (change: Partial<DashboardView>, { replace = false } = {}) =>
    void navigate({
      to: '.',
      search: writeDashboardView({ ...view, ...change }),
      replace,
      resetScroll: false,
    });
  return { view, show };
}

const ROWS_KEY = 'desk-rows';

/** Rows come a hundred at a time, each page from the id where the last one ended. */
export function useDashboardRows(view: DashboardView) {
  const { search, status, direction } = view;
  const sort = sortIn(SORTS, view);
  const query = useInfiniteQuery({
    queryKey: [ROWS_KEY, search, status, sort, direction],
    queryFn: ({ pageParam, signal }) =>
      callEndpoint(listDashboard, {
        query: { search, status, sort, direction, limit: PAGE_ROWS, after: pageParam },
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

export function useSummary({ search, status }: DashboardView) {
  return useQuery({
    ...endpointQuery(getSummary, { query: { search, status } }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
}

/** Reads list, cards and runs again. */
export function useRefreshDashboard() {
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

/** After processing was started: the list is read again every 10 s, 60 times, and once 60 s after a batch. */
export function useRefreshWhileProcessing() {
  const refresh = useRefreshDashboard();
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

const LIVE_MS = 2000;
const QUIET_MS = 10_000;

/** The runs, looked at often while one is going. */
export function useBatches() {
  return useQuery({
    ...endpointQuery(listBatches),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) =>
      state.data?.some((batch) => batch.state === 'running') ? LIVE_MS : QUIET_MS,
  });
}
