/** What submissions keep about a person: their tracks, what was made of them, and the words they gave. */
import { asc, eq, inArray } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { forgetRecordings, lockRecordings } from '#features/recordings/service.ts';
import type { PersonalData } from '#ports/personal-data.ts';
import { listSha256s } from './queries-versions.ts';
import { submissions } from './table.ts';
import { trackVersions } from './table-versions.ts';
import { lyrics } from './table-words.ts';

export const submissionData = (deps: Pick<Deps, 'recordingUsers'>): PersonalData => ({
  columns: ['submissions.*', 'submission_owners.*', 'analysis_history.*', 'lyrics.*', 'track_versions.*'],
  kept: {
    'names of our own demo songs': ['marks.name'],
    'a random browser, not known by any number': ['priority_tickets.browser_digest'],
    'a round of the campaign': ['priority_tickets.round_id'],
  },
  async find(tx, { phoneNumber, e164 }) {
    const samePhone = e164 ? eq(submissions.phoneE164, e164) : eq(submissions.phoneNumber, phoneNumber);
    const rows = await tx.select().from(submissions).where(samePhone).orderBy(asc(submissions.id));
    return {
      names: rows.map(({ artistName }) => artistName),
      phoneNumbers: rows.map((row) => row.phoneNumber),
      submissionIds: rows.map(({ id }) => id),
    };
  },
  export: async (tx, { submissionIds }) => ({
    submissions: await tx
      .select()
      .from(submissions)
      .where(inArray(submissions.id, submissionIds))
      .orderBy(asc(submissions.id)),
    lyrics: await tx
      .select()
      .from(lyrics)
      .where(inArray(lyrics.submissionId, submissionIds))
      .orderBy(asc(lyrics.submissionId), asc(lyrics.revision)),
    versions: await tx
      .select()
      .from(trackVersions)
      .where(inArray(trackVersions.submissionId, submissionIds))
      .orderBy(asc(trackVersions.submissionId), asc(trackVersions.version)),
  }),
  async move(tx, { submissionIds }, { e164 }) {
    await tx
      .update(submissions)
      .set({ phoneNumber: e164, phoneE164: e164 })
      .where(inArray(submissions.id, submissionIds));
  },
  async erase(tx, { submissionIds }) {
    const sha256s = await listSha256s(tx, submissionIds);
    await lockRecordings(tx, sha256s);
    await tx.delete(submissions).where(inArray(submissions.id, submissionIds));
    return forgetRecordings(deps, tx, sha256s);
  },
});
