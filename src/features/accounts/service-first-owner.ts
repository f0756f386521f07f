/** The account a fresh site can be entered with: made at the first start, from the settings or a secret of its own. */
import { hash, verify } from '@node-rs/argon2';
import { eq, sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { recordAudit } from '#platform/audit.ts';
import { keepSecret } from '#platform/secrets.ts';
import { admins } from './table.ts';

type OwnerDeps = Pick<Deps, 'config' | 'campaign'>;

export async function prepareFirstOwner(deps: OwnerDeps & Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const { email, password } = await readFirstOwner(deps);
  await keepFirstOwner(deps, email, password, deps.config.adminPassword !== undefined);
}

/** Makes the first owner's account, or gives it the password from the settings. */
export async function keepFirstOwner(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  email: string,
  password: string,
  overwrite: boolean,
): Promise<void> {
  const [known] = await db
    .select({ id: admins.id, passwordHash: admins.passwordHash })
    .from(admins)
    .where(eq(sql`lower(${admins.email})`, email.toLowerCase()));
  if (known && (!overwrite || (await verify(known.passwordHash, password)))) return;
  const owner = { passwordHash: await hash(password), role: 'owner' as const };
  await db.transaction(async (tx) => {
    const [kept] = known
      ? await tx.update(admins).set(owner).where(eq(admins.id, known.id)).returning({ id: admins.id })
      : await tx
          .insert(admins)
          .values({ email, name: 'Owner', ...owner })
          .onConflictDoNothing()
          .returning({ id: admins.id });
    // Another process, starting at the same time, made it.
    if (!kept) return;
    const action = known ? 'account.reset-password' : 'account.create';
    const subject = { type: 'admin', id: kept.id };
    await recordAudit(tx, { at: clock.now(), actor: 'system', action, subject });
  });
}

/** How to sign in, as it is printed at start: the password itself only where nothing is at stake. */
export async function describeSignIn(deps: OwnerDeps): Promise<string> {
  const { config, campaign } = deps;
  const { email, password } = await readFirstOwner(deps);
  if (config.adminPassword) return `${email} with the password in ADMIN_PASSWORD`;
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
