/** The tour place held for a track, counted down by the server's clock, the same after a reload and in a second tab. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { callEndpoint, endpointUrl, readableMessage } from '#web/api-client.ts';
import { createServerClock, type ServerClock } from '#web/server-clock.ts';
import { toast } from '#web/ui/toast-store.ts';
import { useCountdown } from '#web/ui/use-countdown.ts';
import { getHold, openHold, takeHold } from '../calls.ts';
import type { Hold } from '../contract.ts';

interface TimedHold extends Hold {
  clock: ServerClock;
}

export interface HoldView {
  hold: Hold | null;
  seconds: number | null;
  isError: boolean;
  /** Holds a place, or holds one again. */
  take: { isPending: boolean; mutate: () => void };
  refresh: () => void;
}

const addClock = (hold: Hold): TimedHold => ({ ...hold, clock: createServerClock(hold.serverTime) });

export function useHold(id: string, mine: boolean): HoldView {
  const client = useQueryClient();
  const key = [endpointUrl(getHold, { params: { id } })];
  const { data, isError, refetch } = useQuery<TimedHold>({
    queryKey: key,
    // The uploader's first visit holds a place; anyone else only looks.
    queryFn: async () => addClock(await callEndpoint(mine ? openHold : getHold, { params: { id } })),
    structuralSharing: false,
    refetchOnMount: 'always',
    refetchOnWindowFocus: true,
    staleTime: 5_000,
    // Somebody else may take the last place meanwhile, so what is left is asked now and then. While a payment is on its
    // way, perhaps begun in a tab that is closed now, what becomes of it is asked soon.
    refetchInterval: ({ state }) => (state.data?.state === 'paying' ? 4_000 : 30_000),
  });
  const refresh = useCallback(() => void refetch(), [refetch]);
  const seconds = useCountdown(data?.expiresAt ?? null, data?.clock ?? null, refresh);
  const take = useMutation({
    mutationFn: () => callEndpoint(takeHold, { params: { id } }),
    onSuccess: (hold) => client.setQueryData(key, addClock(hold)),
    onError: (error) =>
      toast({
        title: 'Error',
        description: readableMessage(error, 'The place could not be held. Please try again.'),
        variant: 'destructive',
      }),
  });
  return { hold: data ?? null, seconds, isError, take, refresh };
}
