/** Staff accounts and sessions: argon2id hashes, session ids stored only as digests. */
import { hash, verify } from '@node-rs/argon2';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { Deps } from '#app/deps.ts';
import { AppError } from '#platform/errors.ts';
import type { StaffIdentity } from '#platform/http/route.ts';
import { randomCode } from '#platform/tokens.ts';
import { TEXTS } from './contract.ts';
import { adminSessions, admins } from './table.ts';

export const SESSION_COOKIE = 'sc_staff';
/** A session ends after 12 hours whatever happens, and after 2 without use. */
export const SESSION_HOURS = 12;
const IDLE_HOURS = 2;
const HOUR = 3_600_000;

/** Compared against when the account does not exist, so that both answers take the same time. */
let nobody: Promise<string> | undefined;

type StaffDeps = Pick<Deps, 'db' | 'clock' | 'tokens'>;

export async function signIn(
  { db, clock, tokens }: StaffDeps,
  email: string,
  password: string,
): Promise<string> {
  const [admin] = await db
    .select()
    .from(admins)
    .where(eq(sql`lower(${admins.email})`, email.toLowerCase()));
  nobody ??= hash('nobody has this password');
  const right = await verify(admin?.passwordHash ?? (await nobody), password);
  if (!admin || !right) throw new AppError('unauthorised', TEXTS.credentials);
  const sessionId = randomCode(32);
  const now = clock.now();
  await db.insert(adminSessions).values({
    idDigest: tokens.digest('session', sessionId),
    adminId: admin.id,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: new Date(now.getTime() + SESSION_HOURS * HOUR),
  });
  return sessionId;
}

export async function signOut({ db, tokens }: Pick<Deps, 'db' | 'tokens'>, sessionId: string): Promise<void> {
  await db.delete(adminSessions).where(eq(adminSessions.idDigest, tokens.digest('session', sessionId)));
}

export async function identifySession(
  { db, clock, tokens }: StaffDeps,
  sessionId: string | undefined,
): Promise<StaffIdentity | null> {
  if (!sessionId) return null;
  const now = clock.now();
  const idleSince = new Date(now.getTime() - IDLE_HOURS * HOUR);
  const [row] = await db
    .update(adminSessions)
    .set({ lastSeenAt: now })
    .from(admins)
    .where(
      and(
        eq(adminSessions.idDigest, tokens.digest('session', sessionId)),
        gt(adminSessions.expiresAt, now),
        gt(adminSessions.lastSeenAt, idleSince),
        eq(admins.id, adminSessions.adminId),
      ),
    )
    .returning({ id: admins.id, email: admins.email, name: admins.name, role: admins.role });
  return row ? { ...row, sessionId } : null;
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
