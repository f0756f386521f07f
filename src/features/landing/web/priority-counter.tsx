/** The landing countdown: what is left of the priority ticket, and in plain words what the ticket does. */
import { useCampaign } from '#web/campaign.ts';
import { TapeCounter } from '#web/ui/tape-counter.tsx';
import { useTicket } from './use-ticket.ts';

export const CAPTION = 'Time left to lock in your top spot';

export function PriorityCounter({ size = 'large' }: { size?: 'medium' | 'large' }) {
  const ticket = useTicket();
  return (
    <TapeCounter
      caption={CAPTION}
      closedLabel="CLOSED"
      size={size}
      seconds={ticket.state === 'closed' ? 0 : ticket.seconds}
    >
      <div aria-live="polite" className="min-h-15 text-pretty">
        <Explanation ticket={ticket} />
      </div>
    </TapeCounter>
  );
}

function Explanation({ ticket }: { ticket: ReturnType<typeof useTicket> }) {
  const { priorityMinutes } = useCampaign();
  switch (ticket.state) {
    case 'failed':
      return (
        <p>
          The clock of the server did not answer.{' '}
          <button type="button" onClick={ticket.ask} className="min-h-11 text-bone underline">
            Ask again
          </button>
        </p>
      );
    case 'none':
      return <p>No round is on, so there is no front lane right now. You can send a track all the same.</p>;
    case 'closed':
      return (
        <p>
          Please do not leave or refresh this page: it won’t bring the window back. The form below still
          works, and your track is heard in the normal lane.
        </p>
      );
    default:
      return (
        <p>
          Submit inside this window and your track goes to the front of the listening queue. That is all it
          does: it buys no points. One window of {priorityMinutes} minutes a round, kept by the server.
        </p>
      );
  }
}
