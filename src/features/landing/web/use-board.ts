/** The first page of the real leaderboard, for the hero and the sections that draw with its waveforms. */
import { useQuery } from '@tanstack/react-query';
import type { getLeaderboard } from '#features/leaderboard/contract.ts';
import type { AnswerOf } from '#platform/http/endpoint.ts';

export type Board = AnswerOf<typeof getLeaderboard>;
export type BoardRow = Board['rows'][number];

const REFRESH_MS = 20_000;

export function useBoard() {
  return useQuery<Board>({ queryKey: ['/api/leaderboard?page=1'], refetchInterval: REFRESH_MS });
}
