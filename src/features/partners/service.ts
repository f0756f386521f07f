/** Requests for partnership: anyone may send one, staff read them and note what was done. */
import { and, desc, eq, sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import type { SearchPage } from '#features/submissions/contract.ts';
import { recordAudit } from '#platform/audit.ts';
import { searchPattern } from '#platform/db/search-pattern.ts';
import { AppError } from '#platform/errors.ts';
import type { StaffIdentity } from '#platform/http/route.ts';
import type { PartnershipRequest } from './contract.ts';
import { partnershipRequests } from './table.ts';

type Store = Pick<Deps, 'db' | 'clock'>;

export async function requestPartnership(
  { db, clock }: Store,
  {
    website,
    ...request
  }: Pick<PartnershipRequest, 'name' | 'email' | 'companyName' | 'message'> & { website?: string },
): Promise<void> {
  if (website) return;
  await db.insert(partnershipRequests).values({ ...request, createdAt: clock.now() });
}

export async function listPartnershipRequests(
  { db }: Pick<Deps, 'db'>,
  { search, after, limit }: SearchPage,
) {
  const words = searchPattern(search);
  const rows = await db
    .select()
    .from(partnershipRequests)
    .where(
      and(
        // As in the index partnership_requests_words.
        words ? sql`(name || E'\n' || email || E'\n' || company_name) ILIKE ${words}` : undefined,
        after === undefined
          ? undefined
          : sql`(state = 'new', id) < (SELECT state = 'new', id FROM partnership_requests WHERE id = ${after})`,
      ),
    )
    .orderBy(sql`(state = 'new') DESC`, desc(partnershipRequests.id))
    .limit(limit);
  return rows.map((row) => ({
    ...row,
    createdAt: row.createdAt.toISOString(),
    decidedAt: row.decidedAt?.toISOString() ?? null,
  }));
}

export async function decidePartnershipRequest(
  { db, clock }: Store,
  actor: StaffIdentity,
  id: number,
  state: PartnershipRequest['state'],
): Promise<void> {
  await db.transaction(async (tx) => {
    const now = clock.now();
    const changed = await tx
      .update(partnershipRequests)
      .set({ state, decidedAt: state === 'new' ? null : now })
      .where(eq(partnershipRequests.id, id))
      .returning({ id: partnershipRequests.id });
    if (changed.length === 0) throw new AppError('not_found', 'Request not found');
    await recordAudit(tx, {
      at: now,
      actor,
      action: 'partnership-request.decide',
      subject: { type: 'partnership-request', id },
      detail: { state },
    });
  });
}
