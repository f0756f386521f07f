/** Reads of the audit trail: newest first, by the page or as a stream of all rows. */
import { and, desc, eq, gte, ilike, like, lt, type SQL } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import type { AuditFilter, AuditRow } from './contract.ts';
import { auditTrail } from './table.ts';

const EXPORT_CHUNK = 1000;

export async function listAudit(
  { db }: Pick<Deps, 'db'>,
  { before, limit, ...filter }: AuditFilter & { before?: number; limit: number },
): Promise<AuditRow[]> {
  const rows = await db
    .select()
    .from(auditTrail)
    .where(and(matching(filter), before === undefined ? undefined : lt(auditTrail.id, before)))
    .orderBy(desc(auditTrail.id))
    .limit(limit);
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
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

const escapePattern = (text: string) => text.replace(/[\\%_]/g, '\\$&');

function matching({ action, actor, subjectType, subjectId, from, to }: AuditFilter): SQL | undefined {
  return and(
    action ? like(auditTrail.action, `${escapePattern(action)}%`) : undefined,
    actor ? ilike(auditTrail.actorName, `%${escapePattern(actor)}%`) : undefined,
    subjectType ? eq(auditTrail.subjectType, subjectType) : undefined,
    subjectId ? eq(auditTrail.subjectId, subjectId) : undefined,
    from ? gte(auditTrail.at, new Date(from)) : undefined,
    to ? lt(auditTrail.at, new Date(to)) : undefined,
  );
}
