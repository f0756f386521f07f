/** Forgets numbers that were texted, and what texts said. */
import type { SQL } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import type { Tx } from '#platform/db/connect.ts';
import { digestPhone } from './service.ts';
import { textMessages } from './table.ts';

/** Everywhere a texted number is written down. The digest stays where a rule needs it: once a track, never again. */
export async function eraseNumbers(
  deps: Pick<Deps, 'tokens' | 'personalData'>,
  tx: Tx,
  phones: readonly string[],
  now: Date,
): Promise<void> {
  for (const phone of phones) {
    const number = { phone, digest: digestPhone(deps, phone) };
    for (const data of deps.personalData) await data.eraseNumber?.(tx, number, now);
  }
}

/** The words of texts that name somebody who is being erased. */
export async function eraseBodies({ sms }: Pick<Deps, 'sms'>, tx: Tx, which: SQL): Promise<void> {
  const gone = await tx
    .update(textMessages)
    .set({ body: '' })
    .where(which)
    .returning({ sid: textMessages.sid, cancelSid: textMessages.cancelSid });
  await sms.eraseBodies(
    tx,
    gone.flatMap(({ sid, cancelSid }) => sid ?? cancelSid ?? []),
  );
}
