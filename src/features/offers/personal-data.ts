/** What offers keep about a person: who holds a place and from where, as digests, for as long as it is held. */
import { anyInt } from '#platform/db/any-of.ts';
import { sql } from '#platform/db/connect.ts';
import type { PersonalData } from '#ports/personal-data.ts';

export const offerData = (): PersonalData => ({
  columns: ['places.held_by', 'places.held_from'],
  export: async (tx, { submissionIds }) => ({
    places: (
      await tx.execute(sql`
        SELECT pool, number, state, held_at, held_until FROM places
        WHERE submission_id = ${anyInt(submissionIds)} ORDER BY pool, number`)
    ).rows,
  }),
  async erase(tx, { submissionIds }) {
    await tx.execute(
      sql`DELETE FROM places WHERE submission_id = ${anyInt(submissionIds)} AND state <> 'taken'`,
    );
  },
});
