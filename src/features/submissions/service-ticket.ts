/** Keeps the priority tickets behind the landing page's countdown: a live one puts an upload into the front lane. */
import { and, eq, gt } from 'drizzle-orm';
import { currentRound } from '#campaign/rounds.ts';
import type { Deps } from '#deps.ts';
import type { DbOrTx } from '#platform/db/connect.ts';
import type { Ticket } from './contract-ticket.ts';
import { priorityTickets } from './table-ticket.ts';

type TicketDeps = Pick<Deps, 'db' | 'clock' | 'tokens' | 'campaign'>;

/** The browser's ticket for this round: issued on the first call and never replaced. */
export async function takeTicket(deps: TicketDeps, browserId: string): Promise<Ticket> {
  const now = deps.clock.now();
  const round = currentRound(deps.campaign, now);
  if (!round) return { state: 'none', expiresAt: null, serverTime: now.toISOString() };
  const ticket = {
    roundId: round.id,
    browserDigest: ticketDigest(deps, browserId),
    issuedAt: now,
    expiresAt: new Date(now.getTime() + deps.campaign.priorityMinutes * 60_000),
  };
  await deps.db.insert(priorityTickets).values(ticket).onConflictDoNothing();
  const [kept] = await deps.db
    .select({ expiresAt: priorityTickets.expiresAt })
    .from(priorityTickets)
    .where(
      and(eq(priorityTickets.roundId, round.id), eq(priorityTickets.browserDigest, ticket.browserDigest)),
    );
  const live = kept.expiresAt.getTime() > now.getTime();
  return {
    state: live ? 'live' : 'closed',
    expiresAt: kept.expiresAt.toISOString(),
    serverTime: now.toISOString(),
  };
}

export async function hasLiveTicket(
  deps: Omit<TicketDeps, 'db'>,
  reader: DbOrTx,
  browserId: string,
): Promise<boolean> {
  const now = deps.clock.now();
  const round = currentRound(deps.campaign, now);
  if (!round) return false;
  const live = await reader
    .select({ roundId: priorityTickets.roundId })
    .from(priorityTickets)
    .where(
      and(
        eq(priorityTickets.roundId, round.id),
        eq(priorityTickets.browserDigest, ticketDigest(deps, browserId)),
        gt(priorityTickets.expiresAt, now),
      ),
    );
  return live.length > 0;
}

function ticketDigest({ tokens }: Pick<Deps, 'tokens'>, browserId: string): string {
  return tokens.digest('ticket', browserId);
}
