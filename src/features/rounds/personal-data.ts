/** What rounds keep about a person: their rank. A round stays decided; whom it names is erased. */
import { anyInt } from '#platform/db/any-of.ts';
import { sql } from '#platform/db/connect.ts';
import { ERASED, type PersonalData } from '#ports/personal-data.ts';

export const roundData = (): PersonalData => ({
  columns: ['round_standings.artist_name', 'round_standings.track_title', 'round_standings.reason'],
  kept: {
    'a round of the campaign': ['round_closings.round_id', 'round_standings.round_id'],
    'why staff chose as they did': ['round_closings.reason'],
  },
  export: async (tx, { submissionIds }) => ({
    standings: (
      await tx.execute(
        sql`SELECT * FROM round_standings WHERE submission_id = ${anyInt(submissionIds)} ORDER BY round_id, rank`,
      )
    ).rows,
  }),
  async erase(tx, { submissionIds }) {
    await tx.execute(sql`
      UPDATE round_standings SET artist_name = ${ERASED}, track_title = ${ERASED}, reason = ''
      WHERE submission_id = ${anyInt(submissionIds)}`);
  },
});
