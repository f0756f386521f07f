/** The second factor of staff: an authenticator app or passkeys. Set up with the password, asked for at every sign-in. */
import { verify } from '@node-rs/argon2';
import { and, asc, eq, isNotNull, isNull, lt, or, sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import type { NewPasskeyAnswer, PasskeyAnswer } from '#features/people/contract-passkeys.ts';
import { CHALLENGE_MS, MOST_PASSKEYS } from '#features/people/rules.ts';
import { keepChallenge, takeChallenge } from '#features/people/service-challenges.ts';
import {
  checkNewPasskey,
  checkPasskeyUse,
  loadWebauthn,
  type Place,
  readChallenge,
} from '#features/people/service-webauthn.ts';
import { recordAudit } from '#platform/audit.ts';
import type { DbOrTx, Tx } from '#platform/db/connect.ts';
import { AppError, sqlState } from '#platform/errors.ts';
import type { StaffIdentity } from '#platform/http/route.ts';
import { randomCode } from '#platform/tokens.ts';
import { COPY } from './copy.ts';
import { endSessionsOf } from './service-sessions.ts';
import { matchCode, spellSecret, totpLink } from './service-totp.ts';
import { adminPasskeys, adminSessions, admins, adminTotp } from './table.ts';

type FactorDeps = Pick<Deps, 'db' | 'clock' | 'tokens' | 'campaign'>;

/** What came with a sign-in or a confirmation besides the password. */
export interface GivenFactor {
  code?: string;
  passkey?: PasskeyAnswer;
}

const keyOf = ({ tokens }: Pick<Deps, 'tokens'>, adminId: number, nonce: string) =>
  Buffer.from(tokens.digest('staff-totp', `${adminId}:${nonce}`), 'base64url').subarray(0, 20);

/** Challenges stand beside those of people and are told apart by whom they are for. */
const browserOf = (adminId: number, { browserId }: Pick<Place, 'browserId'>) =>
  `staff:${adminId}:${browserId}`;

export async function readFactors({ db }: { db: DbOrTx }, adminId: number) {
  const [app] = await db
    .select({ confirmedAt: adminTotp.confirmedAt })
    .from(adminTotp)
    .where(and(eq(adminTotp.adminId, adminId), isNotNull(adminTotp.confirmedAt)));
  const passkeys = await db
    .select()
    .from(adminPasskeys)
    .where(eq(adminPasskeys.adminId, adminId))
    .orderBy(asc(adminPasskeys.id));
  return { totp: app !== undefined, passkeys };
}

export async function listFactors(deps: Pick<Deps, 'db'>, staff: StaffIdentity) {
  const { totp, passkeys } = await readFactors(deps, staff.id);
  return {
    totp,
    passkeys: passkeys.map(({ id, agent, createdAt, lastUsedAt }) => ({
      id,
      agent,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
  };
}

/** Whoever only has the session, a lent laptop say, changes no lock. */
export async function assertPassword({ db }: Pick<Deps, 'db'>, adminId: number, password: string) {
  const [account] = await db.select().from(admins).where(eq(admins.id, adminId));
  if (await verify(account.passwordHash, password)) return;
  throw new AppError('invalid', COPY.currentPassword, { fields: { password: COPY.currentPassword } });
}

/** A new secret for an app; it counts from the first right code on. */
export async function beginTotp(deps: FactorDeps, staff: StaffIdentity, password: string) {
  await assertPassword(deps, staff.id, password);
  const nonce = randomCode();
  const [kept] = await deps.db
    .insert(adminTotp)
    .values({ adminId: staff.id, nonce })
    .onConflictDoUpdate({
      target: adminTotp.adminId,
      set: { nonce },
      setWhere: isNull(adminTotp.confirmedAt),
    })
    .returning({ adminId: adminTotp.adminId });
  if (!kept) throw new AppError('conflict', 'Your account has an authenticator app. Remove it first.');
  const secret = spellSecret(keyOf(deps, staff.id, nonce));
  return { secret, link: totpLink(deps.campaign.product, staff.email, secret) };
}

export async function confirmTotp(deps: FactorDeps, staff: StaffIdentity, code: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    if (!(await takeCode(deps, tx, staff.id, code, 'first')))
      throw new AppError('invalid', COPY.wrongCode, { fields: { code: COPY.wrongCode } });
    await noteNewFactor(deps, tx, staff, 'authenticator app');
  });
}

/** From here on only sessions opened with a second factor are good: this one, which just showed it, stays. */
async function noteNewFactor({ clock }: FactorDeps, tx: Tx, staff: StaffIdentity, kind: string) {
  await endSessionsOf(tx, staff.id, staff.sessionId);
  await tx
    .update(adminSessions)
    .set({ secondFactor: true })
    .where(eq(adminSessions.id, Number(staff.sessionId)));
  await recordAudit(tx, { at: clock.now(), actor: staff, action: 'account.add-factor', detail: { kind } });
}

/** A code is good once: of two calls with the same one, one wins. */
async function takeCode(
  deps: FactorDeps,
  tx: DbOrTx,
  adminId: number,
  code: string,
  which: 'first' | 'later',
) {
  const [app] = await tx.select().from(adminTotp).where(eq(adminTotp.adminId, adminId));
  if (!app || (app.confirmedAt === null) !== (which === 'first')) return false;
  const now = deps.clock.now();
  const step = matchCode(keyOf(deps, adminId, app.nonce), code, now);
  if (step === null) return false;
  const taken = await tx
    .update(adminTotp)
    .set({ lastStep: step, confirmedAt: app.confirmedAt ?? now })
    .where(and(eq(adminTotp.adminId, adminId), eq(adminTotp.nonce, app.nonce), lt(adminTotp.lastStep, step)))
    .returning({ adminId: adminTotp.adminId });
  return taken.length > 0;
}

export async function beginStaffPasskey(
  deps: FactorDeps,
  staff: StaffIdentity,
  password: string,
  place: Place,
) {
  await assertPassword(deps, staff.id, password);
  const { passkeys } = await readFactors(deps, staff.id);
  const webauthn = await loadWebauthn();
  const options = await webauthn.generateRegistrationOptions({
    rpName: deps.campaign.product,
    rpID: place.rpId,
    userID: new Uint8Array(
      Buffer.from(deps.tokens.digest('staff-passkey-user', String(staff.id)), 'base64url'),
    ),
    userName: staff.email,
    userDisplayName: staff.name,
    timeout: CHALLENGE_MS,
    attestationType: 'none',
    excludeCredentials: passkeys.map(({ credentialId }) => ({ id: credentialId })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  const browserId = browserOf(staff.id, place);
  await keepChallenge(deps, { challenge: options.challenge, browserId, personId: null });
  return options;
}

export async function addStaffPasskey(
  deps: FactorDeps,
  staff: StaffIdentity,
  given: NewPasskeyAnswer,
  place: Place,
): Promise<void> {
  const refusal = new AppError('invalid', 'Your device’s answer could not be used. Please try again.');
  const challenge = readChallenge(given.response.clientDataJSON);
  const made = await checkNewPasskey(given, challenge, place);
  if (!made) throw refusal;
  const { credentialId, publicKey, counter } = made;
  const passkey = { credentialId, publicKey, counter, agent: place.agent.slice(0, 300) };
  await deps.db.transaction(async (tx) => {
    const asked = { challenge, browserId: browserOf(staff.id, place), personId: null };
    if (!(await takeChallenge({ ...deps, db: tx }, asked))) throw refusal;
    // One at a time for an account, or two could pass the count together.
    await tx.execute(sql`SELECT 1 FROM admins WHERE id = ${staff.id} FOR UPDATE`);
    if ((await readFactors({ db: tx }, staff.id)).passkeys.length >= MOST_PASSKEYS)
      throw new AppError('conflict', `You have ${MOST_PASSKEYS} passkeys. Remove one you no longer use.`);
    await tx
      .insert(adminPasskeys)
      .values({ ...passkey, adminId: staff.id, createdAt: deps.clock.now() })
      .catch((error) => {
        if (sqlState(error) === '23505') throw new AppError('conflict', 'This passkey is in use already.');
        throw error;
      });
    await noteNewFactor(deps, tx, staff, 'passkey');
  });
}

/** What a browser needs to answer with one of the account's passkeys; null when there is none. */
export async function askStaffPasskey(deps: FactorDeps, adminId: number, place: Place) {
  const { passkeys } = await readFactors(deps, adminId);
  if (passkeys.length === 0) return null;
  const webauthn = await loadWebauthn();
  const options = await webauthn.generateAuthenticationOptions({
    rpID: place.rpId,
    timeout: CHALLENGE_MS,
    userVerification: 'required',
    allowCredentials: passkeys.map(({ credentialId }) => ({ id: credentialId })),
  });
  await keepChallenge(deps, {
    challenge: options.challenge,
    browserId: browserOf(adminId, place),
    personId: null,
  });
  return options;
}

/** Whether the code or the passkey is the account's, now, and for the first time. */
export async function proveFactor(
  deps: FactorDeps,
  adminId: number,
  { code, passkey }: GivenFactor,
  place: Place,
): Promise<boolean> {
  if (code !== undefined) return takeCode(deps, deps.db, adminId, code, 'later');
  if (!passkey) return false;
  const challenge = readChallenge(passkey.response.clientDataJSON);
  if (!(await takeChallenge(deps, { challenge, browserId: browserOf(adminId, place), personId: null })))
    return false;
  const mine = and(eq(adminPasskeys.credentialId, passkey.id), eq(adminPasskeys.adminId, adminId));
  const [known] = await deps.db.select().from(adminPasskeys).where(mine);
  const counter = known ? await checkPasskeyUse(passkey, challenge, known, place) : null;
  if (counter === null) return false;
  const noted = await deps.db
    .update(adminPasskeys)
    .set({ counter, lastUsedAt: deps.clock.now() })
    // A copy's count falls behind. Most count nothing and say 0 for ever.
    .where(
      and(mine, or(lt(adminPasskeys.counter, counter), sql`${adminPasskeys.counter} = 0 AND ${counter} = 0`)),
    )
    .returning({ id: adminPasskeys.id });
  return noted.length > 0;
}

export async function removeFactor(
  deps: Pick<Deps, 'db' | 'clock'>,
  staff: StaffIdentity,
  { kind, id, password }: { kind: 'totp' | 'passkey'; id?: number; password: string },
): Promise<void> {
  await assertPassword(deps, staff.id, password);
  await deps.db.transaction(async (tx) => {
    const gone =
      kind === 'totp'
        ? await tx
            .delete(adminTotp)
            .where(eq(adminTotp.adminId, staff.id))
            .returning({ id: adminTotp.adminId })
        : await tx
            .delete(adminPasskeys)
            .where(and(eq(adminPasskeys.adminId, staff.id), eq(adminPasskeys.id, id ?? 0)))
            .returning({ id: adminPasskeys.id });
    if (gone.length === 0) throw new AppError('not_found', 'Not found.');
    await recordAudit(tx, {
      at: deps.clock.now(),
      actor: staff,
      action: 'account.remove-factor',
      detail: { kind },
    });
  });
}

/** For whoever lost their phone: the next sign-in asks for the password alone. */
export async function dropFactors(tx: Tx, adminId: number): Promise<void> {
  await tx.delete(adminTotp).where(eq(adminTotp.adminId, adminId));
  await tx.delete(adminPasskeys).where(eq(adminPasskeys.adminId, adminId));
}
