/** What invitations keep about a person: whom they invited, under which name, and that they were invited. */
import { inArray } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { eraseBodies } from '#features/sms/service-erasure.ts';
import { textMessages } from '#features/sms/table.ts';
import { anyText } from '#platform/db/any-of.ts';
import { sql } from '#platform/db/connect.ts';
import type { Person, PersonalData } from '#ports/personal-data.ts';

const sentBy = ({ names }: Person) => sql`lower(invited_by) = ${anyText(names)}`;

export const invitationData = (deps: Pick<Deps, 'sms'>): PersonalData => ({
  columns: ['invited_artists.phone_number', 'invited_artists.invited_by'],
  kept: {
    'who was invited before is known again by it, and cannot be read from it': [
      'invited_artists.phone_digest',
    ],
    'codes of ours and of the provider': ['invited_artists.message_sid', 'invited_artists.code'],
  },
  export: async (tx, person) => ({
    invitationsMade: (
      await tx.execute(sql`
        SELECT invited_by, invitation_sent, created_at FROM invited_artists WHERE ${sentBy(person)} ORDER BY id`)
    ).rows,
  }),
  async move(tx, { digest }, to) {
    await tx.execute(sql`
      UPDATE invited_artists SET phone_number = ${to.e164}, phone_digest = ${to.digest}
      WHERE phone_digest = ${digest} AND erased_at IS NULL AND lower(invited_by) NOT IN (
        SELECT lower(invited_by) FROM invited_artists WHERE phone_digest = ${to.digest} AND erased_at IS NULL)`);
  },
  async eraseNumber(tx, { digest }, now) {
    await tx.execute(sql`
      UPDATE invited_artists SET phone_number = '', erased_at = ${now}
      WHERE phone_digest = ${digest} AND erased_at IS NULL`);
  },
  async erase(tx, person) {
    const { rows } = await tx.execute<{ id: number }>(sql`
      UPDATE invited_artists SET invited_by = 'Somebody you know #' || id WHERE ${sentBy(person)} RETURNING id`);
    const ids = rows.map(({ id }) => id);
    await eraseBodies(deps, tx, inArray(textMessages.invitationId, ids));
  },
});
