/** Reads of the audit trail: newest first, filtered, page by page or all of it as a stream of rows. */
import { type SQL, sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import type { AuditFilter, AuditRow } from './contract.ts';

interface RawEntry extends Record<string, unknown> {
  id: number;
  at: Date | string;
  actor_id: number | null;
  actor_name: string;
  action: string;
  subject_type: string | null;
  subject_id: string | null;
  detail: Record<string, unknown>;
  address: string | null;
}

const EXPORT_CHUNK = 1000;

export async function listAudit(
  { db }: Pick<Deps, 'db'>,
  { before, limit, ...filter }: AuditFilter & { before?: number; limit: number },
): Promise<AuditRow[]> {
  const where = matching(filter);
  if (before !== undefined) where.push(sql`id < ${before}`);
  const { rows } = await db.execute<RawEntry>(sql`
    SELECT * FROM audit_trail WHERE ${sql.join(where, sql` AND `)} ORDER BY id DESC LIMIT ${limit}`);
  return rows.map(present);
}

/** Every entry that matches, a thousand at a time. */
export async function* streamAudit(deps: Pick<Deps, 'db'>, filter: AuditFilter): AsyncGenerator<AuditRow> {
  let before: number | undefined;
  for (;;) {
    const rows = await listAudit(deps, { ...filter, before, limit: EXPORT_CHUNK });
    yield* rows;
    if (rows.length < EXPORT_CHUNK) return;
    before = rows[rows.length - 1].id;
  }
}

function matching({ action, actor, subjectType, subjectId, from, to }: AuditFilter): SQL[] {
  const where = [sql`true`];
  if (action) where.push(sql`action LIKE ${`${action.replace(/[\\%_]/g, '\\$&')}%`}`);
  if (actor) where.push(sql`actor_name ILIKE ${`%${actor.replace(/[\\%_]/g, '\\$&')}%`}`);
  if (subjectType) where.push(sql`subject_type = ${subjectType}`);
  if (subjectId) where.push(sql`subject_id = ${subjectId}`);
  if (from) where.push(sql`at >= ${from}`);
  if (to) where.push(sql`at < ${to}`);
  return where;
}

function present(row: RawEntry): AuditRow {
  return {
    id: Number(row.id),
    at: new Date(row.at).toISOString(),
    actorId: row.actor_id,
    actorName: row.actor_name,
    action: row.action,
    subjectType: row.subject_type,
    subjectId: row.subject_id,
    detail: row.detail,
    address: row.address,
  };
}
