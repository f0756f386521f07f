/** What lyrics keep about a person: the words they gave. They go with the submission. */
import { anyInt } from '#platform/db/any-of.ts';
import { sql } from '#platform/db/connect.ts';
import type { PersonalData } from '#ports/personal-data.ts';

export const lyricData = (): PersonalData => ({
  columns: ['lyrics.*'],
  export: async (tx, { submissionIds }) => ({
    lyrics: (
      await tx.execute(
        sql`SELECT * FROM lyrics WHERE submission_id = ${anyInt(submissionIds)} ORDER BY submission_id, revision`,
      )
    ).rows,
  }),
});
