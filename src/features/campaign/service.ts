/** Reads the campaign file, and keeps the priority tickets behind the landing countdown. */
import { readFile } from 'node:fs/promises';
import { and, eq, gt } from 'drizzle-orm';
import type { Deps } from '#app/deps.ts';
import type { Reader } from '#platform/db/connect.ts';
import { StartError } from '#platform/errors.ts';
import { type Campaign, campaignSchema, type Ticket } from './contract.ts';
import { currentRound } from './rules.ts';
import { priorityTickets } from './table.ts';

/** Stops the start with every mistake in the file, each with its place. */
export async function loadCampaign(file: string): Promise<Campaign> {
  let raw: unknown;
  try {
    raw = JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw new StartError(`The campaign file ${file} cannot be read: ${(error as Error).message}`);
  }
  const parsed = campaignSchema.safeParse(raw);
  if (parsed.success) return parsed.data;
  const mistakes = parsed.error.issues.map(
    (issue) => `  ${issue.path.join('.') || 'the file'}: ${sayMistake(issue.message)}`,
  );
  const count = mistakes.length === 1 ? 'a mistake' : `${mistakes.length} mistakes`;
  throw new StartError(`The campaign file ${file} has ${count}:\n${mistakes.join('\n')}`);
}

/** The library's words for an absent value are a programmer's. */
function sayMistake(message: string): string {
  return message.endsWith('received undefined') ? 'is missing' : message;
}

type TicketDeps = Pick<Deps, 'db' | 'clock' | 'tokens' | 'campaign'>;

/** The browser's ticket of this round: made on the first call, the same one ever after. */
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
  reader: Reader,
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
