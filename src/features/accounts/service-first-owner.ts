/** The account a fresh site can be entered with: made at the first start, from the settings or a secret of its own. */
import { hash, verify } from '@node-rs/argon2';
import { eq, sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { keepSecret } from '#platform/secrets.ts';
import { admins } from './table.ts';

type OwnerDeps = Pick<Deps, 'config' | 'campaign'>;

export async function prepareFirstOwner(deps: OwnerDeps & Pick<Deps, 'db'>): Promise<void> {
  const { email, password } = await readFirstOwner(deps);
  await keepFirstOwner(deps, email, password, deps.config.adminPassword !== undefined);
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
