/** What shortlists keep about a person: that staff put their track on one. It goes with the track. */
import { anyInt } from '#platform/db/any-of.ts';
import { sql } from '#platform/db/connect.ts';
import type { PersonalData } from '#ports/personal-data.ts';

export const shortlistData = (): PersonalData => ({
  columns: ['shortlist_tracks.*'],
  kept: {
    'what staff call a list, and whom they let hear it': ['shortlists.name', 'listening_links.label'],
    'a digest of a link': ['listening_links.token_digest'],
  },
  export: async (tx, { submissionIds }) => ({
    shortlists: (
      await tx.execute(sql`
        SELECT t.submission_id, l.name, t.position FROM shortlist_tracks t JOIN shortlists l ON l.id = t.shortlist_id
        WHERE t.submission_id = ${anyInt(submissionIds)} ORDER BY t.shortlist_id, t.position`)
    ).rows,
  }),
});
