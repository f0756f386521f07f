/** The audit trail: who did what, when, to what. Written in the transaction of the deed; the database refuses changes. */
import { type Db, sql, type Tx } from './db/connect.ts';

export interface StaffActor {
  id: number;
  name: string;
}

export interface AuditEntry {
  at: Date;
  /** The staff account that acted, or 'system' where no person did: a schedule, a rule, a failed sign-in. */
  actor: StaffActor | 'system';
  /** `noun.verb` in lower case: 'submissions.clear', 'session.revoke', 'payment.refund'. */
  action: `${string}.${string}`;
  subject?: { type: string; id: string | number };
  /** Plain facts, no secrets. */
  detail?: Record<string, unknown>;
  /** Network address, when a request was behind it. */
  address?: string;
}

/** Takes a transaction and nothing else, so an entry stands exactly when its deed does. */
export async function recordAudit(tx: Tx, entry: AuditEntry): Promise<void> {
  const { at, action, subject, detail = {}, address } = entry;
  const actor = entry.actor === 'system' ? { id: null, name: 'system' } : entry.actor;
  await tx.execute(sql`
    INSERT INTO audit_trail (at, actor_id, actor_name, action, subject_type, subject_id, detail, address)
    VALUES (${at}, ${actor.id}, ${actor.name}, ${action}, ${subject?.type ?? null},
      ${subject ? String(subject.id) : null}, ${JSON.stringify(detail)}::jsonb, ${address ?? null})`);
}

/** The end of the chain over all entries. */
export interface AuditHead {
  entries: number;
  /** In base64 for names. */
  head: string;
}

/** Adds what is new to the chain. Only the sealer calls it, one at a time. */
export async function chainAudit(tx: Tx): Promise<AuditHead> {
  const { rows } = await tx.execute<{ entries: number; head: Buffer }>(sql`SELECT * FROM chain_audit()`);
  return { entries: rows[0].entries, head: rows[0].head.toString('base64url') };
}

/**
 * Numbers and names are about to leave in a file: who takes it, and which filters narrowed it down. Not to what: a
 * name somebody searched for would outlive its owner's wish to be forgotten here, where nothing can be deleted.
 */
export function noteExport(
  { db, clock }: { db: Db; clock: { now(): Date } },
  actor: StaffActor,
  action: `${string}.export${string}`,
  filter: Record<string, unknown>,
  /** Where it is the file of one thing. */
  subject?: AuditEntry['subject'],
): Promise<void> {
  const by = Object.keys(filter).filter(
    (name) => !['', 'all', 'any', undefined].includes(filter[name] as string),
  );
  const detail = by.length > 0 ? { by } : {};
  return db.transaction((tx) => recordAudit(tx, { at: clock.now(), actor, action, subject, detail }));
}
