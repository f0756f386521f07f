/** The account a fresh site can be entered with: made at the first start, from the settings or a secret of its own. */
import type { Deps } from '#deps.ts';
import { keepSecret } from '#platform/secrets.ts';
import { keepFirstOwner } from './service.ts';

type OwnerDeps = Pick<Deps, 'config' | 'campaign'>;

export async function prepareFirstOwner(deps: OwnerDeps & Pick<Deps, 'db'>): Promise<void> {
  const { email, password } = await readFirstOwner(deps);
  await keepFirstOwner(deps, email, password, deps.config.adminPassword !== undefined);
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
