/** What moderation keeps about a person: reports about their tracks, which go with them, and reports they made. */
import { anyInt, hasDigits } from '#platform/db/any-of.ts';
import { sql } from '#platform/db/connect.ts';
import { ERASED, type PersonalData } from '#ports/personal-data.ts';

export const moderationData = (): PersonalData => ({
  columns: ['reports.message', 'reports.contact'],
  kept: { 'what staff decided about a track': ['reports.decision'] },
  export: async (tx, { submissionIds }) => ({
    reports: (
      await tx.execute(sql`SELECT * FROM reports WHERE submission_id = ${anyInt(submissionIds)} ORDER BY id`)
    ).rows,
  }),
  async erase(tx, { digits }) {
    await tx.execute(
      sql`UPDATE reports SET contact = '', message = ${ERASED} WHERE ${hasDigits(sql`contact`, digits)}`,
    );
  },
});
