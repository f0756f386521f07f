/** How the ranking is shown: the displayed score and its bands, and what the address says about chip, search and page. */
import { BOARD_FORMULA, presentScore } from '#features/scoring/rules-readiness.ts';
import { GENRE_CHIPS } from '#features/submissions/limits.ts';
import type { Row } from './contract.ts';
import { PAGE_SIZE } from './limits.ts';

/** The displayed score. The raw one always stands beside it. */
export const displayScore = (score: number): number => presentScore(score, 'board').shown;

export const DISPLAY_FORMULA = BOARD_FORMULA;

export type ScoreBand = 'top' | 'high' | 'plain';

/** One colour from 90, another from 85 to 89. */
export function scoreBand(displayed: number): ScoreBand {
  if (displayed >= 90) return 'top';
  return displayed >= 85 ? 'high' : 'plain';
}

export const ALL_TRACKS = 'All Tracks';
export const CHIPS = [ALL_TRACKS, ...GENRE_CHIPS] as const;

export interface BoardView {
  /** Empty: all tracks. */
  genre: string;
  search: string;
  page: number;
  /** Only what staff have listened to. */
  heard?: 'yes';
}

/** What a link to the leaderboard asks for; anything that makes no sense is left out. */
export function readBoardView(params: Record<string, string | string[] | undefined>): BoardView {
  const first = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value) ?? '';
  const genre = first(params.genre);
  const page = Number(first(params.page));
  return {
    genre: (GENRE_CHIPS as readonly string[]).includes(genre) ? genre : '',
    search: first(params.search).slice(0, 255),
    page: Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1,
    ...(first(params.heard) === 'yes' && { heard: 'yes' as const }),
  };
}

/** The address of a view: what is usual is not written. */
export function writeBoardView({
  genre,
  search,
  page,
  heard,
}: BoardView): Record<string, string | undefined> {
  return {
    genre: genre || undefined,
    search: search.trim() || undefined,
    page: page > 1 ? String(page) : undefined,
    heard,
  };
}

/** A page of rows that are all in the browser, filtered as the server filters its own. */
export function pageOfRows(rows: readonly Row[], { genre, search, page, heard }: BoardView) {
  const words = search.trim().toLowerCase();
  const matching = rows.filter(
    (row) =>
      (!genre || row.genre === genre) &&
      (!heard || row.heard) &&
      (row.artistName.toLowerCase().includes(words) || row.trackTitle.toLowerCase().includes(words)),
  );
  const last = Math.max(1, Math.ceil(matching.length / PAGE_SIZE));
  const shown = Math.min(page, last);
  return {
    rows: matching.slice((shown - 1) * PAGE_SIZE, shown * PAGE_SIZE),
    page: shown,
    total: matching.length,
  };
}
