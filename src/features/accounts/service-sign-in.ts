/** Staff sign-in: argon2id hashes, tries counted first and slowed by account and by address, a second factor where there is one. */
import { hash, verify } from '@node-rs/argon2';
import { and, eq, gt, inArray, lt, lte, sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import type { Place } from '#features/people/service-webauthn.ts';
import { recordAudit } from '#platform/audit.ts';
import type { Tx } from '#platform/db/connect.ts';
import { AppError } from '#platform/errors.ts';
import { randomCode } from '#platform/tokens.ts';
import { COPY } from './copy.ts';
import { DEVICE_MS, type FailureKind, FORGET_FAILURES_MS, waitAfter } from './rules.ts';
import { askStaffPasskey, type GivenFactor, proveFactor, readFactors } from './service-factors.ts';
import { openSession } from './service-sessions.ts';
import { adminSessions, admins, signInFailures } from './table.ts';

/** Compared against when there is no such account, so that both answers take the same time. */
let nobody: Promise<string> | undefined;

type SignInDeps = Pick<Deps, 'db' | 'clock' | 'tokens' | 'campaign'>;

export interface SignInAttempt extends GivenFactor {
  email: string;
  password: string;
}

/** Where it came from: the device's cookie tells who signed in there before. */
export interface SignInPlace extends Place {
  address: string;
  device?: string;
}

/** A new session's secret, and the mark of a device that is known from now on; or what is asked for besides. */
export type SignedIn =
  | { secret: string; device: string; ask?: undefined }
  | { ask: { totp: boolean; passkey: Awaited<ReturnType<typeof askStaffPasskey>> } };

/** The refusal is the same whatever was wrong. Every try is counted before it is looked at, or many at once would all be. */
export async function signIn(deps: SignInDeps, given: SignInAttempt, place: SignInPlace): Promise<SignedIn> {
  const [admin] = await deps.db
    .select()
    .from(admins)
    .where(eq(sql`lower(${admins.email})`, given.email.toLowerCase()));
  const counters = countersOf(deps, given.email, place, admin?.id);
  await countTry(deps, counters);
  nobody ??= hash('nobody has this password');
  const right = await verify(admin?.passwordHash ?? (await nobody), given.password);
  if (!admin || !right || admin.disabledAt) throw await refuse(deps, place, counters, admin?.id);
  const { totp, passkeys } = await readFactors(deps, admin.id);
  const needsFactor = totp || passkeys.length > 0;
  if (needsFactor && !given.code && !given.passkey) {
    await deps.db.transaction((tx) => takeBack(tx, counters));
    return { ask: { totp, passkey: await askStaffPasskey(deps, admin.id, place) } };
  }
  if (needsFactor && !(await proveFactor(deps, admin.id, given, place)))
    throw await refuse(deps, place, counters, admin.id);
  const secret = await begin(deps, admin, counters, place, needsFactor);
  return { secret, device: nameDevice(deps, admin.id) };
}

function begin(
  deps: SignInDeps,
  admin: typeof admins.$inferSelect,
  counters: Counter[],
  place: SignInPlace,
  secondFactor: boolean,
): Promise<string> {
  return deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    const own = counters.filter(({ kind }) => kind !== 'address').map(({ key }) => key);
    await tx.delete(signInFailures).where(inArray(signInFailures.key, own));
    await takeBack(
      tx,
      counters.filter(({ kind }) => kind === 'address'),
    );
    await tx.update(admins).set({ lastSignInAt: now }).where(eq(admins.id, admin.id));
    const detail = { secondFactor };
    await recordAudit(tx, { at: now, actor: admin, action: 'session.begin', detail, address: place.address });
    return openSession(deps, tx, admin.id, place, secondFactor);
  });
}

interface Counter {
  kind: FailureKind;
  key: string;
}

const nameDevice = ({ tokens, clock }: SignInDeps, adminId: number) =>
  tokens.sign('staff-device', {
    subject: String(adminId),
    extra: randomCode(),
    expiresAt: clock.now().getTime() + DEVICE_MS,
  });

/**
 * What a try counts for. A device that its owner signed in with before counts for itself: whoever guesses elsewhere
 * cannot lock the owner out there. The email is kept as a digest, known or not: the table tells nobody which accounts exist.
 */
function countersOf(
  { tokens, clock }: SignInDeps,
  email: string,
  { address, device }: SignInPlace,
  adminId: number | undefined,
): Counter[] {
  const known = tokens.verify('staff-device', device, clock.now());
  if (known?.extra && adminId !== undefined && known.subject === String(adminId))
    return [{ kind: 'device', key: `device:${tokens.digest('sign-in', known.extra)}` }];
  // Always in this order, or two tries at once could deadlock.
  return [
    { kind: 'account', key: `account:${tokens.digest('sign-in', email.toLowerCase())}` },
    { kind: 'address', key: `address:${address}` },
  ];
}

/** Counts as failed what has not succeeded yet. Throws while there is a wait; such a try does not count. */
async function countTry({ db, clock }: SignInDeps, counters: Counter[]): Promise<void> {
  const now = clock.now();
  await db.transaction(async (tx) => {
    for (const counter of counters) {
      const forgotten = new Date(now.getTime() - FORGET_FAILURES_MS);
      const [row] = await tx
        .insert(signInFailures)
        .values({ key: counter.key, failures: 1, lastAt: now, blockedUntil: NO_WAIT })
        .onConflictDoUpdate({
          target: signInFailures.key,
          set: {
            failures: sql`CASE WHEN ${signInFailures.lastAt} < ${forgotten} THEN 1 ELSE ${signInFailures.failures} + 1 END`,
            lastAt: now,
          },
          setWhere: lte(signInFailures.blockedUntil, now),
        })
        .returning({ failures: signInFailures.failures, lastAt: signInFailures.lastAt });
      if (!row) throw await tooMany(tx, counter.key, now);
      await setWait(tx, counter, row);
    }
  });
}

/** A try that was none: the right password before its second factor, or somebody who got in. */
async function takeBack(tx: Tx, counters: Counter[]): Promise<void> {
  for (const counter of counters) {
    const mine = eq(signInFailures.key, counter.key);
    await tx.delete(signInFailures).where(and(mine, lte(signInFailures.failures, 1)));
    const [row] = await tx
      .update(signInFailures)
      .set({ failures: sql`${signInFailures.failures} - 1` })
      .where(and(mine, gt(signInFailures.failures, 1)))
      .returning({ failures: signInFailures.failures, lastAt: signInFailures.lastAt });
    if (row) await setWait(tx, counter, row);
  }
}

/** Not the moment of the try: another one that began a moment before it would have to wait for it. */
const NO_WAIT = new Date(0);

async function setWait(
  tx: Tx,
  { kind, key }: Counter,
  { failures, lastAt }: { failures: number; lastAt: Date },
) {
  const wait = waitAfter(failures, kind);
  const blockedUntil = wait === 0 ? NO_WAIT : new Date(lastAt.getTime() + wait);
  await tx.update(signInFailures).set({ blockedUntil }).where(eq(signInFailures.key, key));
}

async function tooMany(tx: Tx, key: string, now: Date): Promise<AppError> {
  const [blocked] = await tx
    .select({ until: signInFailures.blockedUntil })
    .from(signInFailures)
    .where(eq(signInFailures.key, key));
  const seconds = Math.max(1, Math.ceil(((blocked?.until.getTime() ?? 0) - now.getTime()) / 1000));
  return new AppError(
    'rate_limited',
    `Too many failed tries. Please wait ${seconds} seconds and try again.`,
    {
      retryAfterSeconds: seconds,
    },
  );
}

/** The wait begins now: looking at the try may have taken as long as the wait itself. */
async function refuse(
  { db, clock }: SignInDeps,
  { address }: SignInPlace,
  counters: Counter[],
  adminId?: number,
): Promise<AppError> {
  const now = clock.now();
  const subject = adminId === undefined ? undefined : { type: 'admin', id: adminId };
  await db.transaction(async (tx) => {
    for (const counter of counters) {
      const [row] = await tx
        .update(signInFailures)
        .set({ lastAt: now })
        .where(eq(signInFailures.key, counter.key))
        .returning({ failures: signInFailures.failures, lastAt: signInFailures.lastAt });
      if (row) await setWait(tx, counter, row);
    }
    await recordAudit(tx, { at: now, actor: 'system', action: 'session.refuse', subject, address });
  });
  return new AppError('unauthorised', COPY.credentials);
}

/** Deletes old failures and expired sessions. */
export async function sweepSignIns({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const now = clock.now();
  await db
    .delete(signInFailures)
    .where(lt(signInFailures.lastAt, new Date(now.getTime() - FORGET_FAILURES_MS)));
  await db.delete(adminSessions).where(lt(adminSessions.expiresAt, now));
}
