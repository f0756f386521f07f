/** A paged staff list: each page begins after the last id of the one before. */
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';

export const LIST_PAGE = 50;

export function useStaffList<Row extends { id: number }>(
  key: readonly unknown[],
  read: (page: { after?: number; limit: number }) => Promise<Row[]>,
) {
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam }) => read({ after: pageParam, limit: LIST_PAGE }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.length < LIST_PAGE ? undefined : page[page.length - 1].id),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
  return { ...query, data: query.data?.pages.flat() };
}
