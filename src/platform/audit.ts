/** The audit trail: who did what, when, to what. Written in the transaction of the deed; the database refuses changes. */
import { type DbOrTx, sql } from './db/connect.ts';

export interface AuditEntry {
  at: Date;
  /** The staff account; null for the system or somebody unknown. */
  actor: { id: number; name: string } | null;
  /** `noun.verb` in lower case: 'submissions.clear', 'session.revoke', 'payment.refund'. */
  action: `${string}.${string}`;
  subject?: { type: string; id: string | number };
  /** Plain facts, no secrets. */
  detail?: Record<string, unknown>;
  /** Network address, when a request was behind it. */
  address?: string;
}

/** Who an entry names when no account stands behind it. */
export const NOBODY = 'system';

export async function recordAudit(tx: DbOrTx, entry: AuditEntry): Promise<void> {
  const { at, actor, action, subject, detail = {}, address } = entry;
  await tx.execute(sql`
    INSERT INTO audit_trail (at, actor_id, actor_name, action, subject_type, subject_id, detail, address)
    VALUES (${at}, ${actor?.id ?? null}, ${actor?.name ?? NOBODY}, ${action}, ${subject?.type ?? null},
      ${subject ? String(subject.id) : null}, ${JSON.stringify(detail)}::jsonb, ${address ?? null})`);
}

/**
 * Numbers and names left the house in a file: who took it, and by what it was narrowed down. Not to what: a name that
 * was searched for would outlive its owner's wish to be forgotten here, where nothing can be deleted.
 */
export function noteExport(
  { db, clock }: { db: DbOrTx; clock: { now(): Date } },
  actor: AuditEntry['actor'],
  action: `${string}.export${string}`,
  filter: Record<string, unknown>,
): Promise<void> {
  const by = Object.keys(filter).filter((name) => !['', 'all', undefined].includes(filter[name] as string));
  return recordAudit(db, { at: clock.now(), actor, action, detail: by.length > 0 ? { by } : {} });
}
