/** What waits for somebody, in one statement: the figures of the side bar and of the first page. */
import { sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { accessRequests } from '#features/accounts/table.ts';
import { holds } from '#features/duplicates/table.ts';
import { MOST_COUNTED } from '#features/listening/limits.ts';
import { countOpen, openAssigned } from '#features/listening/queries-queue.ts';
import { noteMentions, trackDecisions } from '#features/listening/table.ts';
import { reports } from '#features/moderation/table.ts';
import { orders } from '#features/orders/table.ts';
import { partnershipRequests } from '#features/partners/table.ts';
import { submissions } from '#features/submissions/table.ts';
import { votes } from '#features/votes/table.ts';
import type { StaffIdentity } from '#platform/http/route.ts';
import type { Waiting } from './contract.ts';

/** Counting stops where nobody reads on. */
const upTo = (rows: ReturnType<typeof sql>) =>
  sql`(SELECT count(*)::int FROM (SELECT FROM ${rows} LIMIT ${MOST_COUNTED}) few)`;

export async function readWaiting(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { id, role }: StaffIdentity,
): Promise<Waiting> {
  const openOrders = sql`${orders} WHERE state IN ('waiting', 'in_progress')`;
  const own = sql`${countOpen(id)} AS "toHear",
    ${upTo(openAssigned(id))} AS yours,
    ${upTo(sql`${noteMentions} WHERE staff_id = ${id} AND seen_at IS NULL`)} AS mentions`;
  const queues = sql`
    ${upTo(sql`${trackDecisions} WHERE decision = 'shortlist'`)} AS shortlisted,
    ${upTo(sql`${trackDecisions} WHERE decision = 'contact'`)} AS "toContact",
    ${upTo(sql`${holds} WHERE state = 'held'`)} AS copies,
    ${upTo(sql`${votes} WHERE state = 'held'`)} AS "heldVotes",
    ${upTo(openOrders)} AS orders,
    ${upTo(sql`${openOrders} AND due_at < ${clock.now()}`)} AS "lateOrders",
    ${upTo(sql`${reports} WHERE state = 'open'`)} AS reports,
    ${upTo(sql`${accessRequests} WHERE state = 'new'`)} + ${upTo(sql`${partnershipRequests} WHERE state = 'new'`)} AS requests,
    ${upTo(sql`${submissions} WHERE state = 'failed' AND NOT analyzed AND archive_id IS NULL`)} AS failed`;
  const { rows } = await db.execute<Partial<Waiting> & Record<string, unknown>>(
    role === 'reviewer' ? sql`SELECT ${own}` : sql`SELECT ${own}, ${queues}`,
  );
  return { ...NOTHING, ...rows[0] };
}

/** What the queues hold is not a reviewer's to know. */
const NOTHING: Waiting = {
  toHear: 0,
  yours: 0,
  mentions: 0,
  shortlisted: 0,
  toContact: 0,
  copies: 0,
  heldVotes: 0,
  orders: 0,
  lateOrders: 0,
  reports: 0,
  requests: 0,
  failed: 0,
};
