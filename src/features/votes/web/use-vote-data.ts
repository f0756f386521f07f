/** Everything a vote page shows, refreshed every 3 s and when the window gets focus. */
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { getSubmission } from '#features/submissions/calls.ts';
import type { AnswerOf } from '#platform/http/endpoint.ts';
import { ApiError, endpointUrl } from '#web/api-client.ts';
import { endpointQuery, unlessJustOpened } from '#web/query-client.ts';
import { getArtistBio, getFanNeighbours, getRankSimulation, getVoting, listVotes } from '../calls.ts';

export const VOTE_POLL_MS = 3000;
const LIVE = {
  refetchInterval: VOTE_POLL_MS,
  refetchOnWindowFocus: 'always',
  refetchOnMount: unlessJustOpened,
} as const;

export function useVoteData(id: string) {
  const call = { params: { id } };
  const submission = useQuery({ ...endpointQuery(getSubmission, call), refetchOnMount: unlessJustOpened });
  const found = submission.isSuccess;
  const voting = useQuery({ ...endpointQuery(getVoting, call), ...LIVE, enabled: found, select: leaveTime });
  const votes = useQuery({ ...endpointQuery(listVotes, call), ...LIVE, enabled: found });
  const rank = useQuery({ ...endpointQuery(getRankSimulation, call), ...LIVE, enabled: found });
  const neighbours = useQuery({ ...endpointQuery(getFanNeighbours, call), ...LIVE, enabled: rank.isSuccess });
  const bio = useQuery({ ...endpointQuery(getArtistBio, call), enabled: found });
  const client = useQueryClient();
  const refresh = useCallback(() => refreshVotes(client, id), [client, id]);
  return {
    submission: submission.data,
    isLoading: submission.isLoading,
    /** The track does not exist, or could not be loaded. */
    failure: submission.data ? null : describeFailure(submission.error),
    reload: () => void submission.refetch(),
    reloading: submission.isFetching,
    voting: voting.data,
    votes: votes.data,
    rank: rank.data,
    neighbours: neighbours.data,
    bio: bio.data?.bio,
    refresh,
  };
}
export type VoteData = ReturnType<typeof useVoteData>;

/** What did not change draws nothing anew: the hour of the answer always does. */
const leaveTime = ({ serverTime: _, ...voting }: AnswerOf<typeof getVoting>) => voting;

function describeFailure(error: unknown): 'missing' | 'failed' | null {
  if (!error) return null;
  return error instanceof ApiError && error.status === 404 ? 'missing' : 'failed';
}

/** Refreshes everything a vote may change. */
async function refreshVotes(client: QueryClient, id: string): Promise<void> {
  const call = { params: { id } };
  const touched = [getSubmission, getVoting, listVotes, getRankSimulation, getFanNeighbours];
  await Promise.all(
    touched.map((endpoint) => client.invalidateQueries({ queryKey: [endpointUrl(endpoint, call)] })),
  );
}
