/** A voter decides what stands beside their own vote: a name, or none. */
import { and, eq, or } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { AppError } from '#platform/errors.ts';
import { COPY } from './copy.ts';
import type { Proven } from './service.ts';
import { digestDevice } from './service-fraud.ts';
import { votes } from './table.ts';

interface Naming {
  code: string;
  voterName: string;
  browserId: string;
  person: Proven | null;
}

/** A receipt may be passed on, so knowing its code is not enough: it must be the voter's browser or proven number. */
export async function nameVote(
  deps: Pick<Deps, 'db' | 'tokens'>,
  { code, voterName, browserId, person }: Naming,
): Promise<{ voterName: string }> {
  const ofBrowser = eq(votes.deviceDigest, digestDevice(deps, browserId));
  const [named] = await deps.db
    .update(votes)
    .set({ voterName })
    .where(
      and(eq(votes.receiptCode, code), person ? or(ofBrowser, eq(votes.phoneE164, person.phone)) : ofBrowser),
    )
    .returning({ voterName: votes.voterName });
  if (!named) throw new AppError('forbidden', COPY.notYourVote);
  return named;
}
