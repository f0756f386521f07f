/** What follow-ups keep about a person: what staff wrote about them. It goes with the submission. */
import { anyInt } from '#platform/db/any-of.ts';
import { sql } from '#platform/db/connect.ts';
import type { PersonalData } from '#ports/personal-data.ts';

export const followUpData = (): PersonalData => ({
  columns: ['artist_updates.*'],
  export: async (tx, { submissionIds }) => ({
    updates: (
      await tx.execute(
        sql`SELECT * FROM artist_updates WHERE submission_id = ${anyInt(submissionIds)} ORDER BY id`,
      )
    ).rows,
  }),
});
