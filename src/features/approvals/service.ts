/**
 * Two persons for what cannot be undone: who wants it asks, another confirms, then it is done, once, exactly as it was
 * asked for. Asking, confirming and doing are three entries of the audit trail.
 */
import { and, eq, isNotNull, isNull, lt } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { type GivenFactor, proveFactor } from '#features/accounts/service-factors.ts';
import type { Place } from '#features/people/service-webauthn.ts';
import { recordAudit } from '#platform/audit.ts';
import type { Tx } from '#platform/db/connect.ts';
import { AppError } from '#platform/errors.ts';
import type { StaffIdentity } from '#platform/http/route.ts';
import { sha256 } from '#platform/signing.ts';
import { COPY } from './copy.ts';
import { type DeedName, STANDS_MS } from './limits.ts';
import { countOthers, findConfirmer, isOpen } from './queries.ts';
import { judgeConfirmer, mayDo } from './rules.ts';
import { type ApprovalRow, approvals } from './table.ts';

type ApprovalDeps = Pick<Deps, 'db' | 'clock' | 'config'>;

export interface Deed {
  name: DeedName;
  /** Who may do it. */
  role: ApprovalRow['role'];
  /** What it is to the letter, in plain facts. */
  detail: Record<string, unknown>;
  /** Null: the campaign file wants it. */
  actor: Pick<StaffIdentity, 'id' | 'name'> | null;
  address?: string;
}

/** Proof of a confirmed request; spent in the transaction of the deed. */
export interface Approved {
  /** For the deed's own entry. Empty where one person is enough. */
  detail: { approval?: number };
  spend(tx: Tx): Promise<void>;
}

const ENOUGH: Approved = { detail: {}, spend: async () => {} };

/** The confirmed request for exactly this deed. Without one it is asked for, and the call ends with a sentence about that. */
export async function requireSecond(deps: ApprovalDeps, deed: Deed): Promise<Approved> {
  if (!deps.config.staffTwoPersons) return ENOUGH;
  const approved = await findApproved(deps, deed);
  if (approved) return approved;
  const { isNew, alone } = await askSecond(deps, deed);
  const words = alone ? COPY.askedAlone : COPY.asked;
  throw new AppError('conflict', isNew ? words : COPY.waits, { reason: 'needs_second' });
}

const digestDeed = ({ name, detail }: Deed): string =>
  Buffer.from(sha256(Buffer.from(JSON.stringify([name, detail])))).toString('base64url');

const matching = (deed: Deed) =>
  and(
    eq(approvals.deed, deed.name),
    eq(approvals.askedSha256, digestDeed(deed)),
    deed.actor ? eq(approvals.askedBy, deed.actor.id) : isNull(approvals.askedBy),
  );

export async function findApproved({ db, clock }: ApprovalDeps, deed: Deed): Promise<Approved | null> {
  const [row] = await db
    .select()
    .from(approvals)
    .where(and(matching(deed), isOpen(clock.now()), isNotNull(approvals.confirmedAt)));
  return row ? { detail: { approval: row.id }, spend: (tx) => spend(tx, row.id, clock.now()) } : null;
}

/** Of two calls with one approval, one goes on. */
async function spend(tx: Tx, id: number, now: Date): Promise<void> {
  const taken = await tx
    .update(approvals)
    .set({ usedAt: now })
    .where(and(eq(approvals.id, id), isOpen(now)))
    .returning({ id: approvals.id });
  if (taken.length === 0) throw new AppError('conflict', COPY.over);
}

/** However often it is asked for, once. */
export async function askSecond(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  deed: Deed,
): Promise<{ isNew: boolean; alone: boolean }> {
  const { name, role, detail, actor, address } = deed;
  const now = clock.now();
  return db.transaction(async (tx) => {
    // What is over makes room for the same wish on another day.
    await tx
      .update(approvals)
      .set({ refusedAt: now })
      .where(and(isNull(approvals.usedAt), isNull(approvals.refusedAt), isOver(now)));
    const asked = { deed: name, askedSha256: digestDeed(deed), detail, role, askedAt: now };
    const [made] = await tx
      .insert(approvals)
      .values({ ...asked, askedBy: actor?.id ?? null })
      .onConflictDoNothing()
      .returning({ id: approvals.id });
    const alone = actor !== null && (await countOthers(tx, asked, actor.id)) === 0;
    if (!made) return { isNew: false, alone };
    const subject = { type: 'approval', id: made.id };
    const said = { deed: name, ...detail };
    await recordAudit(tx, {
      at: now,
      actor: actor ?? 'system',
      action: 'approval.ask',
      subject,
      detail: said,
      address,
    });
    return { isNew: true, alone };
  });
}

const isOver = (now: Date) => lt(approvals.askedAt, new Date(now.getTime() - STANDS_MS));

interface Answer {
  id: number;
  staff: StaffIdentity;
  address?: string;
}

export async function confirmApproval(
  deps: Pick<Deps, 'db' | 'clock' | 'tokens' | 'campaign'>,
  { id, staff, given, place, address }: Answer & { given: GivenFactor; place: Place },
): Promise<void> {
  const now = deps.clock.now();
  const judge = async (tx: Tx) => {
    const row = await lockOpen(tx, id, staff, now);
    if (row.confirmedAt) throw new AppError('conflict', COPY.over);
    const others = await countOthers(tx, row, staff.id);
    const { refusal, alone } = judgeConfirmer(row, await findConfirmer(tx, staff), others, now);
    if (refusal) throw new AppError('forbidden', refusal);
    return { row, alone };
  };
  // A code is good once, so it is looked at only where it is needed, and before anything is locked for long.
  const { alone } = await deps.db.transaction(judge);
  if (alone && !(await proveFactor(deps, staff.id, given, place)))
    throw new AppError('forbidden', COPY.factor, { reason: 'needs_factor' });
  await deps.db.transaction(async (tx) => {
    const judged = await judge(tx);
    if (judged.alone && !alone) throw new AppError('conflict', COPY.over);
    await tx
      .update(approvals)
      .set({ confirmedAt: now, confirmedBy: staff.id, alone: judged.alone })
      .where(eq(approvals.id, id));
    const { deed, askedBy } = judged.row;
    await recordAudit(tx, {
      at: now,
      actor: staff,
      action: 'approval.confirm',
      subject: { type: 'approval', id },
      detail: { deed, askedBy, alone: judged.alone },
      address,
    });
  });
}

export async function refuseApproval(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { id, staff, address }: Answer,
): Promise<void> {
  const now = clock.now();
  await db.transaction(async (tx) => {
    const { deed, askedBy } = await lockOpen(tx, id, staff, now);
    await tx.update(approvals).set({ refusedAt: now }).where(eq(approvals.id, id));
    await recordAudit(tx, {
      at: now,
      actor: staff,
      action: 'approval.refuse',
      subject: { type: 'approval', id },
      detail: { deed, askedBy },
      address,
    });
  });
}

async function lockOpen(tx: Tx, id: number, staff: StaffIdentity, now: Date): Promise<ApprovalRow> {
  const [row] = await tx.select().from(approvals).where(eq(approvals.id, id)).for('update');
  if (!row || !mayDo(staff.role, row.role)) throw new AppError('not_found', 'Not found.');
  const [open] = await tx
    .select({ id: approvals.id })
    .from(approvals)
    .where(and(eq(approvals.id, id), isOpen(now)));
  if (!open) throw new AppError('conflict', COPY.over);
  return row;
}
