/** The account a fresh site can be entered with: made at the first start, from the settings or a secret of its own. */
import { hash } from '@node-rs/argon2';
import { and, eq, sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { recordAudit } from '#platform/audit.ts';
import { StartError } from '#platform/errors.ts';
import { keepSecret } from '#platform/secrets.ts';
import { randomCode } from '#platform/tokens.ts';
import { refusePassword } from './rules-password.ts';
import { dropFactors } from './service-factors.ts';
import { endSessionsOf } from './service-sessions.ts';
import { admins } from './table.ts';

type OwnerDeps = Pick<Deps, 'config' | 'campaign'>;

export async function prepareFirstOwner(deps: OwnerDeps & Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const { email, password } = await readFirstOwner(deps);
  await keepFirstOwner(deps, email, password);
}

/** Makes the first owner's account. Whoever has one already is left alone, with the password they chose since. */
export async function keepFirstOwner(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  email: string,
  password: string,
): Promise<void> {
  const [known] = await db.select({ id: admins.id }).from(admins).where(eq(admins.role, 'owner')).limit(1);
  if (known) return;
  const refusal = refusePassword(password, [email]);
  if (refusal) throw new StartError(`ADMIN_PASSWORD cannot be used. ${refusal}`);
  const passwordHash = await hash(password);
  await db.transaction(async (tx) => {
    const [made] = await tx
      .insert(admins)
      .values({ email, name: 'Owner', role: 'owner', passwordHash })
      .onConflictDoNothing()
      .returning({ id: admins.id });
    // Another process, starting at the same time, made it.
    if (!made) return;
    const subject = { type: 'admin', id: made.id };
    await recordAudit(tx, { at: clock.now(), actor: 'system', action: 'account.create', subject });
  });
}

/** The spare key, for whoever has the machine: a new password, no second factor, no session, an enabled owner. */
export async function rescueOwner(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  email: string,
): Promise<string | null> {
  const password = randomCode(20);
  const passwordHash = await hash(password);
  return db.transaction(async (tx) => {
    const now = clock.now();
    const [owner] = await tx
      .update(admins)
      .set({ passwordHash, passwordChangedAt: now, disabledAt: null })
      .where(and(eq(sql`lower(${admins.email})`, email.toLowerCase()), eq(admins.role, 'owner')))
      .returning({ id: admins.id });
    if (!owner) return null;
    await dropFactors(tx, owner.id);
    await endSessionsOf(tx, owner.id);
    const subject = { type: 'admin', id: owner.id };
    await recordAudit(tx, { at: now, actor: 'system', action: 'account.rescue', subject });
    return password;
  });
}

/** How to sign in, as it is printed at start: the password itself only where nothing is at stake. */
export async function describeSignIn(deps: OwnerDeps): Promise<string> {
  const { config, campaign } = deps;
  const { email, password } = await readFirstOwner(deps);
  if (config.adminPassword) return `${email} with the password in ADMIN_PASSWORD, or the one chosen since`;
  return campaign.demo && !config.production
    ? `${email} / ${password}`
    : `${email}, password in ${config.dataDir}/secrets/staff-password`;
}

async function readFirstOwner({ config, campaign }: OwnerDeps) {
  // Nobody's mailbox, only a name to sign in with: at the campaign's own address.
  const email = config.adminEmail ?? `owner@${campaign.support.email.split('@')[1]}`;
  const password = config.adminPassword ?? (await keepSecret(config.dataDir, 'staff-password'));
  return { email, password };
}
