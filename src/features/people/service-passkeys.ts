/** Passkeys: adding one to a person who is signed in, signing in with one, listing and removing them. */
import { and, asc, count, eq, or, sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import type { DbOrTx } from '#platform/db/connect.ts';
import { AppError, sqlState } from '#platform/errors.ts';
import type { PersonIdentity } from '#platform/http/route.ts';
import { maskPhone } from '#platform/phone.ts';
import type { NewPasskeyAnswer, PasskeyAnswer } from './contract-passkeys.ts';
import { WRONG_PASSKEY } from './copy.ts';
import { CHALLENGE_MS, MOST_PASSKEYS } from './rules.ts';
import { keepChallenge, takeChallenge } from './service-challenges.ts';
import { openSession } from './service-sessions.ts';
import {
  checkNewPasskey,
  checkPasskeyUse,
  loadWebauthn,
  type Place,
  readChallenge,
} from './service-webauthn.ts';
import { people, personPasskeys } from './table.ts';

type PasskeyDeps = Pick<Deps, 'db' | 'clock' | 'tokens' | 'campaign'>;

/** What an authenticator knows a person by: the same for all their passkeys, and nothing about them. */
const userIdOf = ({ tokens }: Pick<Deps, 'tokens'>, personId: number) =>
  tokens.digest('passkey-user', String(personId));

export async function beginPasskey(deps: PasskeyDeps, person: PersonIdentity, { rpId, browserId }: Place) {
  const known = await deps.db
    .select({ id: personPasskeys.credentialId })
    .from(personPasskeys)
    .where(eq(personPasskeys.personId, person.id));
  const webauthn = await loadWebauthn();
  const options = await webauthn.generateRegistrationOptions({
    rpName: deps.campaign.product,
    rpID: rpId,
    userID: new Uint8Array(Buffer.from(userIdOf(deps, person.id), 'base64url')),
    userName: maskPhone(person.phone),
    userDisplayName: maskPhone(person.phone),
    timeout: CHALLENGE_MS,
    attestationType: 'none',
    excludeCredentials: known,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  await keepChallenge(deps, { challenge: options.challenge, browserId, personId: person.id });
  return options;
}

export async function addPasskey(
  deps: PasskeyDeps,
  person: PersonIdentity,
  given: NewPasskeyAnswer,
  { rpId, origin, browserId, agent }: Place,
) {
  const refusal = new AppError('invalid', 'Your device’s answer could not be used. Please try again.');
  const challenge = readChallenge(given.response.clientDataJSON);
  if (!(await takeChallenge(deps, { challenge, browserId, personId: person.id }))) throw refusal;
  const passkey = await checkNewPasskey(given, challenge, { rpId, origin });
  if (!passkey) throw refusal;
  const [row] = await writePasskey(deps, person, { ...passkey, agent: agent.slice(0, 300) });
  return showPasskey(row);
}

type NewPasskey = Omit<typeof personPasskeys.$inferInsert, 'personId' | 'createdAt'>;

function writePasskey({ db, clock }: PasskeyDeps, person: PersonIdentity, passkey: NewPasskey) {
  return db.transaction(async (tx) => {
    // One at a time for a person, or two could pass the count together.
    await tx.execute(sql`SELECT 1 FROM people WHERE id = ${person.id} FOR UPDATE`);
    if ((await countPasskeys(tx, person.phone)) >= MOST_PASSKEYS)
      throw new AppError('conflict', `You have ${MOST_PASSKEYS} passkeys. Remove one you no longer use.`);
    return tx
      .insert(personPasskeys)
      .values({ ...passkey, personId: person.id, createdAt: clock.now() })
      .returning()
      .catch((error) => {
        if (sqlState(error) === '23505') throw new AppError('conflict', 'This passkey is in use already.');
        throw error;
      });
  });
}

/** For whoever comes: which passkeys there are, the browser knows and we do not say. */
export async function askPasskey(deps: PasskeyDeps, { rpId, browserId }: Pick<Place, 'rpId' | 'browserId'>) {
  const webauthn = await loadWebauthn();
  const options = await webauthn.generateAuthenticationOptions({
    rpID: rpId,
    timeout: CHALLENGE_MS,
    userVerification: 'required',
    allowCredentials: [],
  });
  await keepChallenge(deps, { challenge: options.challenge, browserId, personId: null });
  return options;
}

/** Signs in with a passkey. Throws the same for everything that is wrong. */
export async function provePasskey(
  deps: PasskeyDeps,
  given: PasskeyAnswer,
  { rpId, origin, browserId, agent }: Place,
): Promise<{ phone: string; secret: string }> {
  const refusal = new AppError('invalid', WRONG_PASSKEY);
  const challenge = readChallenge(given.response.clientDataJSON);
  if (!(await takeChallenge(deps, { challenge, browserId, personId: null }))) throw refusal;
  const [known] = await deps.db
    .select({ passkey: personPasskeys, phone: people.phoneE164 })
    .from(personPasskeys)
    .innerJoin(people, eq(people.id, personPasskeys.personId))
    .where(eq(personPasskeys.credentialId, given.id));
  if (!known || given.response.userHandle !== userIdOf(deps, known.passkey.personId)) throw refusal;
  const counter = await checkPasskeyUse(given, challenge, known.passkey, { rpId, origin });
  if (counter === null) throw refusal;
  return deps.db.transaction(async (tx) => {
    if (!(await noteUse(deps, tx, known.passkey.id, counter))) throw refusal;
    const secret = await openSession(deps, tx, { phone: known.phone, provenBy: 'passkey', agent });
    return { phone: known.phone, secret };
  });
}

/** False when its count fell behind, as a copy's would, or the passkey went in the meantime. */
async function noteUse({ clock }: PasskeyDeps, tx: DbOrTx, id: number, counter: number): Promise<boolean> {
  // Most count nothing and say 0 for ever.
  const isAhead = or(
    sql`${personPasskeys.counter} < ${counter}`,
    sql`${personPasskeys.counter} = 0 AND ${counter} = 0`,
  );
  const noted = await tx
    .update(personPasskeys)
    .set({ counter, lastUsedAt: clock.now() })
    .where(and(eq(personPasskeys.id, id), isAhead))
    .returning({ id: personPasskeys.id });
  return noted.length > 0;
}

export async function countPasskeys(tx: DbOrTx, phone: string): Promise<number> {
  const [row] = await tx
    .select({ passkeys: count() })
    .from(personPasskeys)
    .innerJoin(people, eq(people.id, personPasskeys.personId))
    .where(eq(people.phoneE164, phone));
  return row.passkeys;
}

export async function listPasskeys({ db }: Pick<Deps, 'db'>, person: PersonIdentity) {
  const rows = await db
    .select()
    .from(personPasskeys)
    .where(eq(personPasskeys.personId, person.id))
    .orderBy(asc(personPasskeys.id));
  return rows.map(showPasskey);
}

function showPasskey({ id, agent, synced, createdAt, lastUsedAt }: typeof personPasskeys.$inferSelect) {
  return {
    id,
    agent,
    synced,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}

/** One of one's own. False when there is no such one. */
export async function removePasskey({ db }: Pick<Deps, 'db'>, person: PersonIdentity, id: number) {
  const gone = await db
    .delete(personPasskeys)
    .where(and(eq(personPasskeys.id, id), eq(personPasskeys.personId, person.id)))
    .returning({ id: personPasskeys.id });
  return gone.length > 0;
}
