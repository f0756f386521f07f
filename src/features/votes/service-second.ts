/** More than a few votes need a second person, in one call or in many. */
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { VOTES_ALONE } from '#features/approvals/limits.ts';
import { type Approved, type Deed, requireSecond } from '#features/approvals/service.ts';
import { auditTrail } from '#features/audit/table.ts';

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
  const since = new Date(deps.clock.now().getTime() - WITHIN_MS);
  const [{ before }] = await deps.db
    .select({ before: sql<number>`coalesce(sum((detail->>'votes')::int), 0)::int` })
    .from(auditTrail)
    .where(
      and(
        eq(auditTrail.actorId, actor.id),
        gt(auditTrail.at, since),
        sql`action ~ '^vote[.](void|release)(-many)?$' AND NOT detail ? 'approval'`,
      ),
    );
  if (before + votes <= VOTES_ALONE) return ALONE;
  return requireSecond(deps, { name: 'votes.decide', role: 'a&r', detail, actor, address });
}
