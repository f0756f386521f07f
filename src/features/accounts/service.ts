/** Staff accounts: owners create and disable them and reset passwords; everybody changes their own. */
import { hash, verify } from '@node-rs/argon2';
import { asc, eq, gt, sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { revokeLinksOf } from '#features/submissions/service-links.ts';
import { recordAudit } from '#platform/audit.ts';
import type { Tx } from '#platform/db/connect.ts';
import { AppError, sqlState } from '#platform/errors.ts';
import type { StaffIdentity } from '#platform/http/route.ts';
import type { AccountChange, NewAccount } from './contract.ts';
import { COPY } from './copy.ts';
import { refusePassword } from './rules-password.ts';
import { dropFactors } from './service-factors.ts';
import { endSessionsOf } from './service-sessions.ts';
import { adminSessions, admins } from './table.ts';

export async function listAccounts({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const open = db
    .select({ adminId: adminSessions.adminId, sessions: sql<number>`count(*)::int`.as('sessions') })
    .from(adminSessions)
    .where(gt(adminSessions.expiresAt, clock.now()))
    .groupBy(adminSessions.adminId)
    .as('open');
  const rows = await db
    .select({
      account: admins,
      sessions: open.sessions,
      secondFactor: sql<boolean>`EXISTS (SELECT FROM admin_passkeys k WHERE k.admin_id = ${admins.id})
        OR EXISTS (SELECT FROM admin_totp t WHERE t.admin_id = ${admins.id} AND t.confirmed_at IS NOT NULL)`,
    })
    .from(admins)
    .leftJoin(open, eq(open.adminId, admins.id))
    .orderBy(asc(admins.id));
  return rows.map(({ account, sessions, secondFactor }) => ({
    id: account.id,
    email: account.email,
    name: account.name,
    role: account.role,
    createdAt: account.createdAt.toISOString(),
    lastSignInAt: account.lastSignInAt?.toISOString() ?? null,
    disabled: account.disabledAt !== null,
    secondFactor,
    sessions: sessions ?? 0,
  }));
}

export async function createAccount(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: StaffIdentity,
  { email, name, role, password }: NewAccount,
): Promise<number> {
  assertGood('password', password, [email, name]);
  const passwordHash = await hash(password);
  try {
    return await db.transaction(async (tx) => {
      const now = clock.now();
      const [made] = await tx
        .insert(admins)
        .values({ email, name, role, passwordHash, createdAt: now, passwordChangedAt: now })
        .returning({ id: admins.id });
      const subject = { type: 'admin', id: made.id };
      await recordAudit(tx, { at: now, actor, action: 'account.create', subject, detail: { email, role } });
      return made.id;
    });
  } catch (error) {
    if (sqlState(error) !== '23505') throw error;
    throw new AppError('conflict', 'An account with this email exists already.', {
      fields: { email: 'Taken' },
    });
  }
}

/** Throws when a new password is too easy. */
function assertGood(field: string, password: string, about: readonly string[]): void {
  const refusal = refusePassword(password, about);
  if (refusal) throw new AppError('invalid', refusal, { fields: { [field]: refusal } });
}

/** Disables or enables an account, changes its role, resets its password, takes its second factors off: all in one transaction. */
export async function updateAccount(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: StaffIdentity,
  id: number,
  { disabled, role, password, dropFactors: dropped }: AccountChange,
): Promise<void> {
  if (disabled !== undefined && id === actor.id)
    throw new AppError('conflict', 'You cannot disable your own account.');
  if (role !== undefined && id === actor.id)
    throw new AppError('conflict', 'You cannot change your own role.');
  if (password !== undefined) assertGood('password', password, []);
  const passwordHash = password === undefined ? undefined : await hash(password);
  await db.transaction(async (tx) => {
    await assertStillOwner(tx, actor);
    const change = { tx, now: clock.now(), actor, id };
    if (disabled !== undefined) await setDisabled(change, disabled);
    if (role !== undefined) await changeRole(change, role);
    if (passwordHash !== undefined) await resetPassword(change, passwordHash);
    if (dropped) await takeFactorsOff(change);
  });
}

/** Two owners who disable each other at once: the second finds itself disabled, so one owner always remains. */
async function assertStillOwner(tx: Tx, { id }: StaffIdentity): Promise<void> {
  const owners = await tx
    .select({ id: admins.id, disabledAt: admins.disabledAt })
    .from(admins)
    .where(eq(admins.role, 'owner'))
    .orderBy(asc(admins.id))
    .for('update');
  if (!owners.some((owner) => owner.id === id && owner.disabledAt === null))
    throw new AppError('unauthorised', 'Please sign in.');
}

async function takeFactorsOff({ tx, now, actor, id }: Change): Promise<void> {
  await dropFactors(tx, id);
  await endSessionsOf(tx, id, id === actor.id ? actor.sessionId : undefined);
  await recordAudit(tx, { at: now, actor, action: 'account.drop-factors', subject: { type: 'admin', id } });
}

interface Change {
  tx: Tx;
  now: Date;
  actor: StaffIdentity;
  id: number;
}

/** A disabled account cannot sign in and has no session. Nobody disables their own. */
async function setDisabled({ tx, now, actor, id }: Change, disabled: boolean): Promise<void> {
  const changed = await tx
    .update(admins)
    .set({ disabledAt: disabled ? now : null })
    .where(eq(admins.id, id))
    .returning({ id: admins.id });
  if (changed.length === 0) throw new AppError('not_found', 'Account not found');
  if (disabled) {
    await endSessionsOf(tx, id);
    await revokeLinksOf(tx, id, now);
  }
  const action = disabled ? 'account.disable' : 'account.enable';
  await recordAudit(tx, { at: now, actor, action, subject: { type: 'admin', id } });
}

/** Their sessions end: signed in again, they see the screens of the new role. A reviewer keeps no artist link. */
async function changeRole({ tx, now, actor, id }: Change, role: StaffIdentity['role']): Promise<void> {
  const [before] = await tx.select({ role: admins.role }).from(admins).where(eq(admins.id, id)).for('update');
  if (!before) throw new AppError('not_found', 'Account not found');
  if (before.role === role) return;
  await tx.update(admins).set({ role }).where(eq(admins.id, id));
  await endSessionsOf(tx, id);
  if (role === 'reviewer') await revokeLinksOf(tx, id, now);
  const detail = { from: before.role, to: role };
  await recordAudit(tx, {
    at: now,
    actor,
    action: 'account.change-role',
    subject: { type: 'admin', id },
    detail,
  });
}

/** Ends every session begun with the old password, except the one of an owner who resets their own. */
async function resetPassword({ tx, now, actor, id }: Change, passwordHash: string): Promise<void> {
  const changed = await tx
    .update(admins)
    .set({ passwordHash, passwordChangedAt: now })
    .where(eq(admins.id, id))
    .returning({ id: admins.id });
  if (changed.length === 0) throw new AppError('not_found', 'Account not found');
  await endSessionsOf(tx, id, id === actor.id ? actor.sessionId : undefined);
  await recordAudit(tx, { at: now, actor, action: 'account.reset-password', subject: { type: 'admin', id } });
}

/** Takes the current password and ends every other session. Returns how many ended. */
export async function changeOwnPassword(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: StaffIdentity,
  given: { current: string; next: string },
): Promise<number> {
  const [account] = await db.select().from(admins).where(eq(admins.id, actor.id));
  if (!(await verify(account.passwordHash, given.current)))
    throw new AppError('invalid', COPY.currentPassword, { fields: { current: COPY.currentPassword } });
  assertGood('next', given.next, [actor.email, actor.name]);
  const passwordHash = await hash(given.next);
  return db.transaction(async (tx) => {
    const now = clock.now();
    await tx.update(admins).set({ passwordHash, passwordChangedAt: now }).where(eq(admins.id, actor.id));
    const ended = await endSessionsOf(tx, actor.id, actor.sessionId);
    await recordAudit(tx, { at: now, actor, action: 'account.change-password', detail: { ended } });
    return ended;
  });
}
