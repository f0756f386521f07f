/** More than a few votes need a second person, in one call or in many. */
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { COPY } from '#features/approvals/copy.ts';
import { VOTES_ALONE } from '#features/approvals/limits.ts';
import { type Approved, type Deed, requireSecond } from '#features/approvals/service.ts';
import { auditTrail } from '#features/audit/table.ts';
import type { DbOrTx, Tx } from '#platform/db/connect.ts';
import { AppError } from '#platform/errors.ts';

const WITHIN_MS = 3_600_000;

interface Decision extends Pick<Deed, 'detail' | 'address'> {
  votes: number;
  actor: { id: number; name: string };
}

const ALONE: Approved = { detail: {}, spend: async () => {} };

/** What this person decided alone within the hour counts too: fifty at a time would get around it. */
export async function approveDecision(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  { votes, detail, actor, address }: Decision,
): Promise<Approved> {
  if (votes === 0) return ALONE;
  if ((await countAlone(deps.db, actor.id, deps.clock.now())) + votes <= VOTES_ALONE) return ALONE;
  return requireSecond(deps, { name: 'votes.decide', role: 'a&r', detail, actor, address });
}

/** In the transaction of the deed, last before its entry: many calls at once would all have seen that nothing was decided yet. */
export async function requireFew(
  { clock, config }: Pick<Deps, 'clock' | 'config'>,
  tx: Tx,
  approved: Approved,
  { votes, actor }: Pick<Decision, 'votes' | 'actor'>,
): Promise<void> {
  if (!config.staffTwoPersons || approved.detail.approval !== undefined) return;
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext(${`decisions of ${actor.id}`}))`);
  if ((await countAlone(tx, actor.id, clock.now())) + votes > VOTES_ALONE)
    throw new AppError('conflict', COPY.meanwhile, { reason: 'needs_second' });
}

async function countAlone(reader: DbOrTx, actorId: number, now: Date): Promise<number> {
  const [{ alone }] = await reader
    .select({ alone: sql<number>`coalesce(sum((detail->>'votes')::int), 0)::int` })
    .from(auditTrail)
    .where(
      and(
        eq(auditTrail.actorId, actorId),
        gt(auditTrail.at, new Date(now.getTime() - WITHIN_MS)),
        sql`action ~ '^vote[.](void|release)(-many)?$' AND NOT detail ? 'approval'`,
      ),
    );
  return alone;
}
