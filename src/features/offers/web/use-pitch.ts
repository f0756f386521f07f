/** What the pitch page reads with its signed link: track, offer, ranking, letter, and what staff wrote. */
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { listPublicUpdates } from '#features/follow-ups/calls.ts';
import { getSubmission } from '#features/submissions/calls.ts';
import { callEndpoint } from '#web/api-client.ts';
import { endpointQuery } from '#web/query-client.ts';
import { createServerClock, type ServerClock } from '#web/server-clock.ts';
import { useCountdown } from '#web/ui/use-countdown.ts';
import { getFollowUpMessage, getOffer, getRoundRanking } from '../calls.ts';
import type { Offer } from '../contract.ts';

export interface TimedOffer extends Offer {
  clock: ServerClock;
}

export function usePitch(id: string) {
  const { access } = useSearch({ strict: false }) as { access?: string };
  const params = { id };
  const query = { access };
  const offer = useQuery<TimedOffer>({
    queryKey: ['offer', id, access],
    queryFn: async () => {
      const answer = await callEndpoint(getOffer, { params, query });
      return { ...answer, clock: createServerClock(answer.serverTime) };
    },
    structuralSharing: false,
    refetchOnMount: 'always',
    refetchOnWindowFocus: true,
    // Spots go while the page is open, and a payment from a closed tab may still arrive.
    refetchInterval: 5_000,
    staleTime: 5_000,
  });
  const track = useQuery({ ...endpointQuery(getSubmission, { params }), enabled: offer.isSuccess });
  const ranking = useQuery({ ...endpointQuery(getRoundRanking, { params }), enabled: offer.isSuccess });
  const letter = useQuery({
    ...endpointQuery(getFollowUpMessage, { params, query }),
    enabled: offer.isSuccess,
    refetchOnMount: 'always',
  });
  const updates = useQuery({
    ...endpointQuery(listPublicUpdates, { params, query }),
    enabled: offer.isSuccess,
  });
  return { access, offer, track, ranking, letter, updates };
}

/** Seconds until the offer is over; the offer is read again when they are. */
export function useOfferSeconds(offer: TimedOffer | undefined, refresh: () => void): number | null {
  return useCountdown(offer?.state === 'live' ? offer.expiresAt : null, offer?.clock ?? null, refresh);
}
