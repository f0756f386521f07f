/** What juries keep about a person: words about their track. Grades stay, without a track, so that a round stays decided. */
import { anyInt } from '#platform/db/any-of.ts';
import { sql } from '#platform/db/connect.ts';
import type { PersonalData } from '#ports/personal-data.ts';

export const juryData = (): PersonalData => ({
  columns: ['jury_ballots.words', 'jury_seats.reason'],
  kept: {
    'names of rounds, criteria and grades': ['juries.name', 'juries.criteria', 'jury_ballots.grades'],
    'what a ballot is committed by': [
      'juries.ballots_root',
      'jury_ballots.nonce',
      'jury_ballots.commitment',
      'jury_members.letter',
    ],
  },
  export: async (tx, { submissionIds }) => ({
    juryBallots: (
      await tx.execute(sql`
        SELECT e.submission_id, j.name AS jury, b.grades, b.words, b.commitment, b.given_at
        FROM jury_ballots b JOIN juries j ON j.id = b.jury_id
        JOIN jury_entries e ON e.jury_id = b.jury_id AND e.number = b.number
        WHERE e.submission_id = ${anyInt(submissionIds)} ORDER BY b.id`)
    ).rows,
    missedHearings: (
      await tx.execute(
        sql`SELECT * FROM missed_hearings WHERE submission_id = ${anyInt(submissionIds)} ORDER BY payment_id`,
      )
    ).rows,
  }),
  async erase(tx, { submissionIds }) {
    const theirs = sql`(jury_id, number) IN (
      SELECT e.jury_id, e.number FROM jury_entries e WHERE e.submission_id = ${anyInt(submissionIds)})`;
    await tx.execute(sql`UPDATE jury_ballots SET words = '' WHERE ${theirs}`);
    await tx.execute(sql`UPDATE jury_seats SET reason = '' WHERE state = 'abstained' AND ${theirs}`);
    return undefined;
  },
});
