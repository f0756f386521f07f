/** What notices keep about a person: whether they are texted, and what they were told, which goes with its track or album. */
import { anyInt } from '#platform/db/any-of.ts';
import { sql } from '#platform/db/connect.ts';
import type { PersonalData } from '#ports/personal-data.ts';

export const noticeData = (): PersonalData => ({
  columns: ['notices.*', 'notice_settings.*'],
  export: async (tx, { e164, submissionIds, albumIds }) => ({
    textConsent: (
      await tx.execute(
        sql`SELECT texts, overtaken, given_in, changed_at FROM notice_settings WHERE phone_e164 = ${e164}`,
      )
    ).rows,
    notices: (
      await tx.execute(sql`
        SELECT kind, title, body, created_at, read_at FROM notices
        WHERE (kind <> 'track' AND (submission_id = ${anyInt(submissionIds)} OR album_id = ${anyInt(albumIds)}))
          OR (kind = 'track' AND phone_e164 = ${e164}) ORDER BY id`)
    ).rows,
  }),
  // They agreed to texts for that number, which somebody else may have by now: for the new one they are asked again.
  async move(tx, { e164 }, to) {
    await tx.execute(sql`UPDATE notices SET phone_e164 = ${to.e164} WHERE phone_e164 = ${e164}`);
    await tx.execute(sql`DELETE FROM notice_settings WHERE phone_e164 = ${e164}`);
  },
  async erase(tx, { e164, submissionIds, albumIds }) {
    await tx.execute(sql`
      DELETE FROM notices WHERE phone_e164 = ${e164} OR submission_id = ${anyInt(submissionIds)}
        OR album_id = ${anyInt(albumIds)}`);
    await tx.execute(sql`DELETE FROM notice_settings WHERE phone_e164 = ${e164}`);
    return undefined;
  },
});
