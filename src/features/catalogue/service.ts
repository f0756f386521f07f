/** Views: a search and its filters, kept under a name by whoever made it, and shared if they say so. */
import { and, count, eq, or, sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { AppError } from '#platform/errors.ts';
import type { StaffIdentity } from '#platform/http/route.ts';
import type { SavedView } from './contract.ts';
import { MOST_VIEWS } from './limits.ts';
import { countEach } from './queries.ts';
import { type Filter, keepFilter } from './rules.ts';
import { savedViews } from './table.ts';

type ViewDeps = Pick<Deps, 'db' | 'clock' | 'campaign'>;

export async function listViews(deps: ViewDeps, staff: StaffIdentity): Promise<SavedView[]> {
  const rows = await deps.db
    .select()
    .from(savedViews)
    .where(or(eq(savedViews.staffId, staff.id), savedViews.shared))
    .orderBy(sql`${savedViews.staffId} <> ${staff.id}`, savedViews.id)
    .limit(2 * MOST_VIEWS);
  const filters = rows.map(({ filter }) => keepFilter(filter));
  const counts = await countEach(deps, filters);
  return rows.map(({ id, name, shared, staffId }, at) => ({
    id,
    name,
    shared,
    filter: filters[at],
    mine: staffId === staff.id,
    count: counts[at],
  }));
}

export async function saveView(
  { db, clock }: ViewDeps,
  staff: StaffIdentity,
  { name, filter, shared }: { name: string; filter: Filter; shared: boolean },
): Promise<{ id: number }> {
  const kept = keepFilter(filter);
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: number }>(sql`
      INSERT INTO saved_views (staff_id, name, filter, shared, created_at)
      VALUES (${staff.id}, ${name}, ${JSON.stringify(kept)}::jsonb, ${shared}, ${clock.now()})
      ON CONFLICT (staff_id, lower(name)) DO UPDATE SET name = ${name}, filter = excluded.filter, shared = ${shared}
      RETURNING id`);
    const [{ views }] = await tx
      .select({ views: count() })
      .from(savedViews)
      .where(eq(savedViews.staffId, staff.id));
    if (views > MOST_VIEWS) throw new AppError('conflict', `At most ${MOST_VIEWS} views: delete one first.`);
    return rows[0];
  });
}

export async function deleteView({ db }: Pick<Deps, 'db'>, staff: StaffIdentity, id: number): Promise<void> {
  const gone = await db
    .delete(savedViews)
    .where(and(eq(savedViews.id, id), eq(savedViews.staffId, staff.id)))
    .returning({ id: savedViews.id });
  if (gone.length === 0) throw new AppError('not_found', 'No such view of yours');
}
