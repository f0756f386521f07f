/** Applications for A&R access: anyone may apply, staff decide. */
import { and, desc, eq, sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import type { SearchPage } from '#features/submissions/contract.ts';
import { recordAudit } from '#platform/audit.ts';
import { searchPattern } from '#platform/db/search-pattern.ts';
import { AppError } from '#platform/errors.ts';
import type { StaffIdentity } from '#platform/http/route.ts';
import type { AccessApplication, AccessRequest } from './contract.ts';
import { accessRequests } from './table.ts';

export async function applyForAccess(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { name, email, label, message, website }: AccessApplication,
): Promise<void> {
  if (website) return;
  await db.insert(accessRequests).values({ name, email, label, message, createdAt: clock.now() });
}

export async function listAccessRequests({ db }: Pick<Deps, 'db'>, { search, after, limit }: SearchPage) {
  const words = searchPattern(search);
  const rows = await db
    .select()
    .from(accessRequests)
    .where(
      and(
        // Spelled as in the index access_requests_words.
        words ? sql`(name || E'\n' || email || E'\n' || label) ILIKE ${words}` : undefined,
        after === undefined
          ? undefined
          : sql`(state = 'new', id) < (SELECT state = 'new', id FROM access_requests WHERE id = ${after})`,
      ),
    )
    .orderBy(sql`(state = 'new') DESC`, desc(accessRequests.id))
    .limit(limit);
  return rows.map(({ createdAt, decidedAt, decidedBy: _, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
    decidedAt: decidedAt?.toISOString() ?? null,
  }));
}

export async function decideAccessRequest(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: StaffIdentity,
  id: number,
  state: AccessRequest['state'],
): Promise<void> {
  await db.transaction(async (tx) => {
    const now = clock.now();
    const changed = await tx
      .update(accessRequests)
      .set(
        state === 'new'
          ? { state, decidedAt: null, decidedBy: null }
          : { state, decidedAt: now, decidedBy: actor.id },
      )
      .where(eq(accessRequests.id, id))
      .returning({ id: accessRequests.id });
    if (changed.length === 0) throw new AppError('not_found', 'Request not found');
    await recordAudit(tx, {
      at: now,
      actor,
      action: 'access-request.decide',
      subject: { type: 'access-request', id },
      detail: { state },
    });
  });
}
