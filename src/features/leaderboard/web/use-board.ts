/** The page of the ranking the address asks for, read again every 5 s. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { endpointQuery, unlessJustOpened } from '#web/query-client.ts';
import type { SearchParams } from '#web/search-params.ts';
import { getLeaderboard } from '../calls.ts';
import { SAMPLE_ROWS } from '../copy-samples.ts';
import { type BoardView, pageOfRows, readBoardView, writeBoardView } from '../rules-display.ts';

export const POLL_MS = 5000;

/** The view and how to change it. Typing replaces the address; a chip or a page can be gone back from. */
export function useBoardView() {
  const view = readBoardView(useSearch({ strict: false }) as SearchParams);
  const navigate = useNavigate();
  const show = (change: Partial<BoardView>, { replace = false } = {}) => {
    const next = { ...view, page: 1, ...change };
    void navigate({ to: '.', search: writeBoardView(next), replace, resetScroll: false });
  };
  return { view, show };
}

export function useBoard({ genre, search, heard, page }: BoardView) {
  const query = useQuery({
    ...endpointQuery(getLeaderboard, {
      // Without what is not asked for: it is the address the server has read the first page by.
      query: { genre: genre || undefined, search: search || undefined, heard, page },
    }),
    refetchOnMount: unlessJustOpened,
    refetchInterval: POLL_MS,
    placeholderData: keepPreviousData,
  });
  const noTracks = query.data?.everything === 0;
  const board = noTracks ? pageOfRows(SAMPLE_ROWS, { genre, search, heard, page }) : query.data;
  return {
    board,
    samples: noTracks,
    /** Nothing could be read yet; once something was, a failure changes nothing. */
    failed: query.isError && !query.data,
    fetching: query.isFetching,
    /** Rows of the view before this one, until the asked ones are here. */
    changing: query.isPlaceholderData,
    refresh: () => void query.refetch(),
  };
}
