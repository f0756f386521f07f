/** The frame of a staff list: skeleton, error with a retry, empty state, and a button for more. */
import type { ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/states.tsx';

interface ListFrameProps<T> {
  query: {
    data: T | undefined;
    isError: boolean;
    refetch: () => unknown;
    /** For paged lists. */
    hasNextPage?: boolean;
    isFetchingNextPage?: boolean;
    fetchNextPage?: () => unknown;
  };
  isEmpty: (data: T) => boolean;
  empty: ReactNode;
  /** Below the empty sentence: where such rows come from. */
  hint?: ReactNode;
  failed: string;
  children: (data: T) => ReactNode;
}

export function ListFrame<T>({ query, isEmpty, empty, hint, failed, children }: ListFrameProps<T>) {
  const { data } = query;
  if (data === undefined && query.isError)
    return (
      <ErrorState title={failed} action={<Button onClick={() => void query.refetch()}>Try again</Button>} />
    );
  if (data === undefined) return <Skeleton className="h-64 w-full" />;
  if (isEmpty(data)) return <EmptyState title={empty}>{hint}</EmptyState>;
  if (!query.hasNextPage) return children(data);
  return (
    <>
      {children(data)}
      <Button
        className="mt-4 self-center"
        pending={query.isFetchingNextPage}
        onClick={() => void query.fetchNextPage?.()}
      >
        Show more
      </Button>
    </>
  );
}

export const DENSE = 'md:px-3! md:py-2! text-sm';
