/** Staff sign-in: argon2id hashes, failures slowed by account and by address. */
import { hash, verify } from '@node-rs/argon2';
import { eq, inArray, lt, sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { recordAudit } from '#platform/audit.ts';
import type { Tx } from '#platform/db/connect.ts';
import { AppError } from '#platform/errors.ts';
import { COPY } from './copy.ts';
import { type FailureKind, FORGET_FAILURES_MS, waitAfter } from './rules.ts';
import { type Origin, openSession } from './service-sessions.ts';
import { adminSessions, admins, signInFailures } from './table.ts';

/** Compared against when there is no such account, so that both answers take the same time. */
let nobody: Promise<string> | undefined;

type SignInDeps = Pick<Deps, 'db' | 'clock' | 'tokens'>;

/** Returns the new session's secret. The refusal is the same whatever was wrong. */
export async function signIn(
  deps: SignInDeps,
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

/** The email is kept as a digest, known or not: the table tells nobody which accounts exist. */
function failureKeys({ tokens }: Pick<Deps, 'tokens'>, email: string, address: string): FailureKeys {
  return {
    account: `account:${tokens.digest('sign-in', email.toLowerCase())}`,
    address: `address:${address}`,
  };
}

async function refuseWhileBlocked({ db, clock }: SignInDeps, keys: FailureKeys): Promise<void> {
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
  deps: SignInDeps,
  keys: FailureKeys,
  adminId: number | null,
  origin: Origin,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    // Always in this order, or two failures at once could deadlock.
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

async function countFailure(tx: Tx, key: string, kind: FailureKind, now: Date): Promise<void> {
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

/** Deletes old failures and expired sessions. */
export async function sweepSignIns({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  await db
    .delete(signInFailures)
    .where(lt(signInFailures.lastAt, new Date(now.getTime() - FORGET_FAILURES_MS)));
  await db.delete(adminSessions).where(lt(adminSessions.expiresAt, now));
}
