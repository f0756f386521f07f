/** Staff sign-in and accounts: argon2id hashes, failures slowed by account and by address, everything audited. */
import { hash, verify } from '@node-rs/argon2';
import { asc, eq, gt, inArray, lt, sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { recordAudit } from '#platform/audit.ts';
import type { DbOrTx } from '#platform/db/connect.ts';
import { AppError, sqlState } from '#platform/errors.ts';
import type { StaffIdentity } from '#platform/http/route.ts';
import { COPY, type NewAccount } from './contract.ts';
import { type FailureKind, FORGET_FAILURES_MS, waitAfter } from './rules.ts';
import { endSessionsOf, type Origin, openSession } from './service-sessions.ts';
import { adminSessions, admins, signInFailures } from './table.ts';

/** Compared against when the account does not exist, so that both answers take the same time. */
let nobody: Promise<string> | undefined;

type StaffDeps = Pick<Deps, 'db' | 'clock' | 'tokens'>;

/** Gives the new session's secret, or one and the same refusal whatever was wrong. */
export async function signIn(
  deps: StaffDeps,
  given: { email: string; password: string },
  origin: Origin,
): Promise<string> {
  const keys = failureKeys(deps, given.email, origin.address);
  await refuseWhileBlocked(deps, keys);
  const [admin] = await deps.db
    .select()
    .from(admins)
    .where(eq(sql`lower(${admins.email})`, given.email.toLowerCase()));
  nobody ??= hash('nobody has this password');
  const right = await verify(admin?.passwordHash ?? (await nobody), given.password);
  if (!admin || !right || admin.disabledAt) {
    await noteFailure(deps, keys, admin?.id ?? null, origin);
    throw new AppError('unauthorised', COPY.credentials);
  }
  return deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    await tx.delete(signInFailures).where(eq(signInFailures.key, keys.account));
    await tx.update(admins).set({ lastSignInAt: now }).where(eq(admins.id, admin.id));
    await recordAudit(tx, { at: now, actor: admin, action: 'session.begin', address: origin.address });
    return openSession(deps, tx, admin.id, origin);
  });
}

type FailureKeys = Record<FailureKind, string>;

/** The account's name is kept as a digest, known or not: the table tells nobody which accounts exist. */
function failureKeys({ tokens }: Pick<Deps, 'tokens'>, email: string, address: string): FailureKeys {
  return {
    account: `account:${tokens.digest('sign-in', email.toLowerCase())}`,
    address: `address:${address}`,
  };
}

async function refuseWhileBlocked({ db, clock }: StaffDeps, keys: FailureKeys): Promise<void> {
  const now = clock.now();
  const blocked = await db
    .select({ until: signInFailures.blockedUntil })
    .from(signInFailures)
    .where(inArray(signInFailures.key, Object.values(keys)));
  const until = Math.max(0, ...blocked.map((row) => row.until.getTime()));
  const seconds = Math.ceil((until - now.getTime()) / 1000);
  if (seconds <= 0) return;
  throw new AppError('rate_limited', `Too many failed tries. Please wait ${seconds} seconds and try again.`, {
    retryAfterSeconds: seconds,
  });
}

async function noteFailure(
  deps: StaffDeps,
  keys: FailureKeys,
  adminId: number | null,
  origin: Origin,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    // Always in this order: two failures at once must not wait for each other.
    for (const kind of ['account', 'address'] as const) await countFailure(tx, keys[kind], kind, now);
    await recordAudit(tx, {
      at: now,
      actor: 'system',
      action: 'session.refuse',
      subject: adminId === null ? undefined : { type: 'admin', id: adminId },
      address: origin.address,
    });
  });
}

async function countFailure(tx: DbOrTx, key: string, kind: FailureKind, now: Date): Promise<void> {
  const forgotten = new Date(now.getTime() - FORGET_FAILURES_MS);
  const [row] = await tx
    .insert(signInFailures)
    .values({ key, failures: 1, lastAt: now, blockedUntil: now })
    .onConflictDoUpdate({
      target: signInFailures.key,
      set: {
        failures: sql`CASE WHEN ${signInFailures.lastAt} < ${forgotten} THEN 1 ELSE ${signInFailures.failures} + 1 END`,
        lastAt: now,
      },
    })
    .returning({ failures: signInFailures.failures });
  const wait = waitAfter(row.failures, kind);
  if (wait > 0)
    await tx
      .update(signInFailures)
      .set({ blockedUntil: new Date(now.getTime() + wait) })
      .where(eq(signInFailures.key, key));
}

/** Forgets old failures and sessions that are over. */
export async function sweepSignIns({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  await db
    .delete(signInFailures)
    .where(lt(signInFailures.lastAt, new Date(now.getTime() - FORGET_FAILURES_MS)));
  await db.delete(adminSessions).where(lt(adminSessions.expiresAt, now));
}

export async function listAccounts({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const open = db
    .select({ adminId: adminSessions.adminId, sessions: sql<number>`count(*)::int`.as('sessions') })
    .from(adminSessions)
    .where(gt(adminSessions.expiresAt, clock.now()))
    .groupBy(adminSessions.adminId)
    .as('open');
  const rows = await db
    .select({ account: admins, sessions: open.sessions })
    .from(admins)
    .leftJoin(open, eq(open.adminId, admins.id))
    .orderBy(asc(admins.id));
  return rows.map(({ account, sessions }) => ({
    id: account.id,
    email: account.email,
    name: account.name,
    role: account.role,
    createdAt: account.createdAt.toISOString(),
    lastSignInAt: account.lastSignInAt?.toISOString() ?? null,
    disabled: account.disabledAt !== null,
    sessions: sessions ?? 0,
  }));
}

export async function createAccount(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: StaffIdentity,
  { email, name, role, password }: NewAccount,
): Promise<number> {
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

/** A disabled account cannot sign in and has no session. One owner always remains. */
export async function setAccountDisabled(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: StaffIdentity,
  id: number,
  disabled: boolean,
): Promise<void> {
  if (id === actor.id) throw new AppError('conflict', 'You cannot disable your own account.');
  await db.transaction(async (tx) => {
    const now = clock.now();
    const changed = await tx
      .update(admins)
      .set({ disabledAt: disabled ? now : null })
      .where(eq(admins.id, id))
      .returning({ id: admins.id });
    if (changed.length === 0) throw new AppError('not_found', 'Account not found');
    if (disabled) await endSessionsOf(tx, id);
    const action = disabled ? 'account.disable' : 'account.enable';
    await recordAudit(tx, { at: now, actor, action, subject: { type: 'admin', id } });
  });
}

/** An owner gives somebody a new password: whoever was signed in with the old one is signed out. */
export async function resetPassword(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: StaffIdentity,
  id: number,
  password: string,
): Promise<void> {
  const passwordHash = await hash(password);
  await db.transaction(async (tx) => {
    const now = clock.now();
    const changed = await tx
      .update(admins)
      .set({ passwordHash, passwordChangedAt: now })
      .where(eq(admins.id, id))
      .returning({ id: admins.id });
    if (changed.length === 0) throw new AppError('not_found', 'Account not found');
    await endSessionsOf(tx, id, id === actor.id ? actor.sessionId : undefined);
    await recordAudit(tx, {
      at: now,
      actor,
      action: 'account.reset-password',
      subject: { type: 'admin', id },
    });
  });
}

/** One's own password: the old one must be known, and every other session ends. Returns how many ended. */
export async function changeOwnPassword(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: StaffIdentity,
  given: { current: string; next: string },
): Promise<number> {
  const [account] = await db.select().from(admins).where(eq(admins.id, actor.id));
  if (!(await verify(account.passwordHash, given.current)))
    throw new AppError('invalid', 'The current password is not right.', {
      fields: { current: 'The current password is not right.' },
    });
  const passwordHash = await hash(given.next);
  return db.transaction(async (tx) => {
    const now = clock.now();
    await tx.update(admins).set({ passwordHash, passwordChangedAt: now }).where(eq(admins.id, actor.id));
    const ended = await endSessionsOf(tx, actor.id, actor.sessionId);
    await recordAudit(tx, { at: now, actor, action: 'account.change-password', detail: { ended } });
    return ended;
  });
}

/** Makes or updates the first owner account. */
export async function keepFirstOwner(
  { db }: Pick<Deps, 'db'>,
  email: string,
  password: string,
  overwrite: boolean,
): Promise<void> {
  const [known] = await db
    .select({ id: admins.id, passwordHash: admins.passwordHash })
    .from(admins)
    .where(eq(sql`lower(${admins.email})`, email.toLowerCase()));
  if (known && (!overwrite || (await verify(known.passwordHash, password)))) return;
  const passwordHash = await hash(password);
  if (known) await db.update(admins).set({ passwordHash, role: 'owner' }).where(eq(admins.id, known.id));
  else
    await db
      .insert(admins)
      .values({ email, passwordHash, name: 'Owner', role: 'owner' })
      .onConflictDoNothing();
}
