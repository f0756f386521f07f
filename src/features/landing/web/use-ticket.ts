/** This browser's priority ticket, counted down by the server's clock: the same after a reload and in a second tab. */
import { useQuery } from '@tanstack/react-query';
import type { Ticket } from '#features/submissions/contract-ticket.ts';
import { sendRequest } from '#web/api-client.ts';
import { createServerClock, type ServerClock } from '#web/server-clock.ts';
import { useCountdown } from '#web/ui/use-countdown.ts';

/** As in the contract, which would bring its schemas into the landing page. */
const PATH = '/api/priority-ticket';

interface TimedTicket extends Ticket {
  clock: ServerClock;
}

export interface TicketView {
  /** 'unknown': not answered yet. 'failed': could not be asked. 'none': no round is running. */
  state: 'unknown' | 'failed' | 'live' | 'closed' | 'none';
  /** Whole seconds left; null while unknown. */
  seconds: number | null;
  ask: () => void;
}

export function useTicket(): TicketView {
  const { data, isError, refetch } = useQuery<TimedTicket>({
    queryKey: [PATH],
    queryFn: async ({ signal }) => {
      const answer = await sendRequest('POST', PATH, undefined, { signal });
      const ticket = (await answer.json()) as Ticket;
      return { ...ticket, clock: createServerClock(ticket.serverTime) };
    },
    structuralSharing: false,
    // A laptop that slept may have a lame clock: ask again when somebody looks.
    refetchOnWindowFocus: true,
    staleTime: 20_000,
  });
  const seconds = useCountdown(data?.expiresAt ?? null, data?.clock ?? null);
  const ask = () => void refetch();
  if (!data) return { state: isError ? 'failed' : 'unknown', seconds: null, ask };
  if (data.state === 'none') return { state: 'none', seconds: null, ask };
  return { state: seconds === 0 || data.state === 'closed' ? 'closed' : 'live', seconds, ask };
}
