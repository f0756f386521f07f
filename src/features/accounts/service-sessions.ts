/** Staff sessions, kept on the server: secrets stored as digests only and rotated while in use; listed and revocable. */
import { and, desc, eq, gt, ne, or } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { recordAudit } from '#platform/audit.ts';
import type { DbOrTx } from '#platform/db/connect.ts';
import { AppError } from '#platform/errors.ts';
import type { StaffIdentity } from '#platform/http/route.ts';
import { randomCode } from '#platform/tokens.ts';
import { classifySecret, IDLE_MS, SEEN_EVERY_MS, SESSION_MS } from './rules.ts';
import { adminSessions, admins } from './table.ts';

type SessionDeps = Pick<Deps, 'db' | 'clock' | 'tokens'>;

/** Where a sign-in came from, as the list of sessions shows it. */
export interface Origin {
  address: string;
  agent: string;
}

const digestOf = ({ tokens }: Pick<Deps, 'tokens'>, secret: string) => tokens.digest('session', secret);

/** Begins a session. Its secret is made here, never taken from the browser. */
export async function openSession(
  deps: Omit<SessionDeps, 'db'>,
  tx: DbOrTx,
  adminId: number,
  origin: Origin,
  secondFactor: boolean,
): Promise<string> {
  const secret = randomCode(32);
  const now = deps.clock.now();
  await tx.insert(adminSessions).values({
    adminId,
    secretDigest: digestOf(deps, secret),
    rotatedAt: now,
    createdAt: now,
    lastSeenAt: now,
    expiresAt: new Date(now.getTime() + SESSION_MS),
    address: origin.address,
    agent: origin.agent.slice(0, 300),
    secondFactor,
  });
  return secret;
}

export interface Identified {
  staff: StaffIdentity;
  /** The new secret to set as a cookie, and for how many seconds. */
  renewed?: { secret: string; maxAge: number };
}

export async function identifySession(
  deps: SessionDeps & Pick<Deps, 'config'>,
  secret: string | undefined,
): Promise<Identified | null> {
  if (!secret) return null;
  const now = deps.clock.now();
  const digest = digestOf(deps, secret);
  const [row] = await deps.db
    .select({
      session: adminSessions,
      staff: { id: admins.id, email: admins.email, name: admins.name, role: admins.role },
      disabledAt: admins.disabledAt,
    })
    .from(adminSessions)
    .innerJoin(admins, eq(admins.id, adminSessions.adminId))
    .where(
      and(
        or(eq(adminSessions.secretDigest, digest), eq(adminSessions.previousDigest, digest)),
        gt(adminSessions.expiresAt, now),
        gt(adminSessions.lastSeenAt, new Date(now.getTime() - IDLE_MS)),
      ),
    );
  if (!row || row.disabledAt) return null;
  const { session } = row;
  const needed = deps.config.staffSecondFactor;
  const lacksFactor =
    !session.secondFactor && (needed === 'all' || (needed === 'owners' && row.staff.role === 'owner'));
  const staff = { ...row.staff, sessionId: String(session.id), lacksFactor };
  const isCurrent = session.secretDigest === digest;
  switch (classifySecret(isCurrent, session, now)) {
    case 'replayed':
      await endReplayed(deps, session.id, staff);
      return null;
    case 'rotate':
    case 'lost-answer':
      return { staff, renewed: await rotate(deps, session, digest) };
    default:
      await noteSeen(deps, session, isCurrent, now);
      return { staff };
  }
}

type SessionRow = typeof adminSessions.$inferSelect;

/** Of several simultaneous requests only one rotates the secret; the others carry on with the old one. */
async function rotate(
  deps: SessionDeps,
  session: SessionRow,
  presented: string,
): Promise<Identified['renewed']> {
  const secret = randomCode(32);
  const now = deps.clock.now();
  const changed = await deps.db
    .update(adminSessions)
    .set({
      secretDigest: digestOf(deps, secret),
      previousDigest: presented,
      rotatedAt: now,
      lastSeenAt: now,
      secretSeen: false,
    })
    .where(and(eq(adminSessions.id, session.id), eq(adminSessions.secretDigest, session.secretDigest)))
    .returning({ id: adminSessions.id });
  if (changed.length === 0) return undefined;
  return { secret, maxAge: Math.ceil((session.expiresAt.getTime() - now.getTime()) / 1000) };
}

async function noteSeen(
  { db }: SessionDeps,
  session: SessionRow,
  isCurrent: boolean,
  now: Date,
): Promise<void> {
  const confirms = isCurrent && !session.secretSeen;
  if (!confirms && now.getTime() - session.lastSeenAt.getTime() < SEEN_EVERY_MS) return;
  await db
    .update(adminSessions)
    .set({ lastSeenAt: now, ...(confirms ? { secretSeen: true } : {}) })
    .where(eq(adminSessions.id, session.id));
}

/** A secret rotated long ago came back: somebody has a copy, so the session ends for everyone. */
async function endReplayed({ db, clock }: SessionDeps, id: number, staff: StaffIdentity): Promise<void> {
  await db.transaction(async (tx) => {
    const ended = await tx.delete(adminSessions).where(eq(adminSessions.id, id)).returning();
    if (ended.length === 0) return;
    await recordAudit(tx, {
      at: clock.now(),
      actor: 'system',
      action: 'session.replayed',
      subject: { type: 'admin', id: staff.id },
      detail: { sessionId: id },
    });
  });
}

export async function endSession(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  staff: StaffIdentity,
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.delete(adminSessions).where(eq(adminSessions.id, Number(staff.sessionId)));
    await recordAudit(tx, { at: clock.now(), actor: staff, action: 'session.end' });
  });
}

export async function listSessions({ db, clock }: Pick<Deps, 'db' | 'clock'>, staff: StaffIdentity) {
  const now = clock.now();
  const rows = await db
    .select()
    .from(adminSessions)
    .where(
      and(
        eq(adminSessions.adminId, staff.id),
        gt(adminSessions.expiresAt, now),
        gt(adminSessions.lastSeenAt, new Date(now.getTime() - IDLE_MS)),
      ),
    )
    .orderBy(desc(adminSessions.lastSeenAt));
  return rows.map((row) => ({
    id: row.id,
    address: row.address,
    agent: row.agent,
    createdAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    current: String(row.id) === staff.sessionId,
  }));
}

/** Staff end their own sessions; an owner ends anybody's. */
export async function revokeSession(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  staff: StaffIdentity,
  id: number,
): Promise<void> {
  const whose = staff.role === 'owner' ? undefined : eq(adminSessions.adminId, staff.id);
  await db.transaction(async (tx) => {
    const [ended] = await tx
      .delete(adminSessions)
      .where(and(eq(adminSessions.id, id), whose))
      .returning({ adminId: adminSessions.adminId });
    if (!ended) throw new AppError('not_found', 'Session not found');
    await recordAudit(tx, {
      at: clock.now(),
      actor: staff,
      action: 'session.revoke',
      subject: { type: 'admin', id: ended.adminId },
      detail: { sessionId: id },
    });
  });
}

/** Ends all sessions of an account, except one if named. Returns how many. */
export async function endSessionsOf(tx: DbOrTx, adminId: number, exceptId?: string): Promise<number> {
  const others = exceptId === undefined ? undefined : ne(adminSessions.id, Number(exceptId));
  const ended = await tx
    .delete(adminSessions)
    .where(and(eq(adminSessions.adminId, adminId), others))
    .returning({ id: adminSessions.id });
  return ended.length;
}

/** Signs out everywhere, here too. */
export async function endAllSessions(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  staff: StaffIdentity,
): Promise<number> {
  return db.transaction(async (tx) => {
    const ended = await endSessionsOf(tx, staff.id);
    await recordAudit(tx, { at: clock.now(), actor: staff, action: 'session.end-all', detail: { ended } });
    return ended;
  });
}
