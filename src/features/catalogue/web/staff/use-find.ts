/** The question to the catalogue, kept in the address, and its answers. */
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { callEndpoint } from '#web/api-client.ts';
import { endpointQuery } from '#web/query-client.ts';
import type { SearchParams } from '#web/search-params.ts';
import type { Direction, Order } from '#web/staff/view.ts';
import { countTracks, findTracks, listViews } from '../../calls.ts';
import { FILTERS, FIND_PAGE, FIND_SORTS } from '../../limits.ts';
import { type Filter, keepFilter } from '../../rules.ts';

export type FindSort = (typeof FIND_SORTS)[number];

const NO_FILTER = Object.fromEntries(Object.keys(FILTERS).map((name) => [name, undefined]));

export function useFilter() {
  const params = useSearch({ strict: false }) as SearchParams;
  const navigate = useNavigate();
  const filter = keepFilter(params);
  const order: Order<FindSort> = {
    sort: FIND_SORTS.find((sort) => sort === params.sort) ?? 'date',
    direction: params.direction === 'asc' ? 'asc' : ('desc' as Direction),
  };
  const go = (change: Record<string, string | undefined>, replace = false) =>
    void navigate({
      to: '.',
      search: ((before: SearchParams) => ({ ...before, ...change })) as never,
      replace,
      resetScroll: false,
    });
  return {
    filter,
    order,
    /** Changes some filters and leaves the others. */
    narrow: (change: Filter, replace = false) => go(change, replace),
    /** These filters and no others. */
    open: (whole: Filter) => go({ ...NO_FILTER, ...whole }),
    sortBy: ({ sort, direction }: Order<FindSort>) =>
      go({
        sort: sort === 'date' ? undefined : sort,
        direction: direction === 'desc' ? undefined : direction,
      }),
  };
}

export function useFound(filter: Filter, { sort, direction }: Order<FindSort>) {
  const list = useInfiniteQuery({
    queryKey: ['catalogue', filter, sort, direction],
    queryFn: ({ pageParam, signal }) =>
      callEndpoint(findTracks, { query: { ...filter, sort, direction, after: pageParam }, signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.length < FIND_PAGE ? undefined : page[page.length - 1].id),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
  const count = useQuery({
    ...endpointQuery(countTracks, { query: filter }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
  return { list: { ...list, data: list.data?.pages.flat() }, matching: count.data?.matching };
}

export function useViews() {
  const client = useQueryClient();
  const query = useQuery({ ...endpointQuery(listViews), refetchOnMount: 'always' });
  return {
    views: query.data ?? [],
    refresh: () => client.invalidateQueries({ queryKey: endpointQuery(listViews).queryKey }),
  };
}
