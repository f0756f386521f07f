/** Where people are signed in: a random secret in a cookie, kept here as a digest only. */
import { and, desc, eq, gt } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import type { DbOrTx } from '#platform/db/connect.ts';
import type { PersonIdentity } from '#platform/http/route.ts';
import { randomCode } from '#platform/tokens.ts';
import { SEEN_EVERY_MS, SESSION_MS } from './rules.ts';
import { people, personSessions } from './table.ts';

type SessionDeps = Pick<Deps, 'db' | 'clock' | 'tokens'>;

const digestOf = ({ tokens }: Pick<Deps, 'tokens'>, secret: string) =>
  tokens.digest('person-session', secret);

export interface ProvenNumber {
  /** E.164. */
  phone: string;
  provenBy: PersonIdentity['provenBy'];
  /** What the browser calls itself, for the list of devices. */
  agent: string;
}

/** Signs in whoever proved the number, known or not. Answers with the secret for the cookie. */
export async function openSession(
  deps: Omit<SessionDeps, 'db'>,
  tx: DbOrTx,
  { phone, provenBy, agent }: ProvenNumber,
): Promise<string> {
  const now = deps.clock.now();
  const [person] = await tx
    .insert(people)
    .values({ phoneE164: phone, createdAt: now })
    .onConflictDoUpdate({ target: people.phoneE164, set: { phoneE164: phone } })
    .returning({ id: people.id });
  const secret = randomCode(32);
  await tx.insert(personSessions).values({
    personId: person.id,
    secretDigest: digestOf(deps, secret),
    provenBy,
    agent: agent.slice(0, 300),
    createdAt: now,
    lastSeenAt: now,
    expiresAt: new Date(now.getTime() + SESSION_MS),
  });
  return secret;
}

export async function identifySession(
  deps: SessionDeps,
  secret: string | undefined,
): Promise<PersonIdentity | null> {
  if (!secret) return null;
  const now = deps.clock.now();
  const [row] = await deps.db
    .select({
      sessionId: personSessions.id,
      lastSeenAt: personSessions.lastSeenAt,
      provenBy: personSessions.provenBy,
      id: people.id,
      phone: people.phoneE164,
    })
    .from(personSessions)
    .innerJoin(people, eq(people.id, personSessions.personId))
    .where(and(eq(personSessions.secretDigest, digestOf(deps, secret)), gt(personSessions.expiresAt, now)));
  if (!row) return null;
  const { lastSeenAt, ...person } = row;
  if (now.getTime() - lastSeenAt.getTime() >= SEEN_EVERY_MS)
    await deps.db
      .update(personSessions)
      .set({ lastSeenAt: now, expiresAt: new Date(now.getTime() + SESSION_MS) })
      .where(eq(personSessions.id, person.sessionId));
  return person;
}

export async function endSession({ db }: Pick<Deps, 'db'>, person: PersonIdentity): Promise<void> {
  await db.delete(personSessions).where(eq(personSessions.id, person.sessionId));
}

/** One of one's own. False when there is no such one. */
export async function endDevice({ db }: Pick<Deps, 'db'>, personId: number, id: number): Promise<boolean> {
  const gone = await db
    .delete(personSessions)
    .where(and(eq(personSessions.id, id), eq(personSessions.personId, personId)))
    .returning({ id: personSessions.id });
  return gone.length > 0;
}

export async function endSessions({ db }: { db: DbOrTx }, personId: number): Promise<number> {
  const gone = await db
    .delete(personSessions)
    .where(eq(personSessions.personId, personId))
    .returning({ id: personSessions.id });
  return gone.length;
}

/** Where a person is signed in, the latest first. */
export async function listDevices({ db, clock }: Pick<Deps, 'db' | 'clock'>, person: PersonIdentity) {
  const rows = await db
    .select()
    .from(personSessions)
    .where(and(eq(personSessions.personId, person.id), gt(personSessions.expiresAt, clock.now())))
    .orderBy(desc(personSessions.lastSeenAt), desc(personSessions.id));
  return rows.map(({ id, agent, provenBy, createdAt, lastSeenAt }) => ({
    id,
    agent,
    provenBy,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    current: id === person.sessionId,
  }));
}
