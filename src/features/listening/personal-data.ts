/** What the listening room keeps about a person: what staff thought of their tracks. It goes with them. */
import { anyInt } from '#platform/db/any-of.ts';
import { sql } from '#platform/db/connect.ts';
import type { PersonalData } from '#ports/personal-data.ts';

export const listeningData = (): PersonalData => ({
  columns: [
    'track_decisions.*',
    'track_hearings.*',
    'track_ratings.*',
    'staff_conflicts.*',
    'track_assignments.*',
    'staff_notes.*',
    'note_mentions.*',
  ],
  // Who of the staff wrote it is about them, not about the artist.
  export: async (tx, { submissionIds }) => {
    const mine = sql`submission_id = ${anyInt(submissionIds)}`;
    const read = async (part: ReturnType<typeof sql>) => (await tx.execute(part)).rows;
    return {
      staffNotes: await read(
        sql`SELECT submission_id, body, created_at, edited_at FROM staff_notes WHERE ${mine} ORDER BY id`,
      ),
      staffRatings: await read(
        sql`SELECT submission_id, rating, abstained, rated_at FROM track_ratings WHERE ${mine} ORDER BY rated_at`,
      ),
      staffDecisions: await read(
        sql`SELECT submission_id, decision, decided_at FROM track_decisions WHERE ${mine} ORDER BY submission_id`,
      ),
    };
  },
});
