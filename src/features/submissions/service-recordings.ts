/** What submissions do with their recordings: wait for them, report on them, and let visitors hear them. */
import { and, eq, isNull, or, sql } from 'drizzle-orm';
import { ENGINE_VERSION } from '#audio/measure.ts';
import type { Deps } from '#deps.ts';
import { SHEET_VERSION } from '#features/scoring/rules-sheet.ts';
import type { DbOrTx } from '#platform/db/connect.ts';
import type { RecordingUser } from '#ports/recording-user.ts';
import { REPORT_JOB, VERSION_JOB } from './job-names.ts';
import { ENTRANT, listWaiting, sentAtOf } from './queries-versions.ts';
import { isTheirs } from './service.ts';
import { awaitsReport, failSubmissions } from './service-report.ts';
import { failVersion } from './service-versions.ts';
import { submissions } from './table.ts';

/** Submissions of a recording whose report is to be written, the earliest first. */
export function listAwaiting(reader: DbOrTx, audioSha256: string) {
  return reader
    .select({ ...ENTRANT, sentAt: sentAtOf(audioSha256) })
    .from(submissions)
    .where(and(eq(submissions.audioSha256, audioSha256), awaitsReport()))
    .orderBy(submissions.id);
}

export function submissionRecordings({ queue, tokens }: Pick<Deps, 'queue' | 'tokens'>): RecordingUser {
  const isOf = (audioSha256: string) => eq(submissions.audioSha256, audioSha256);
  const isVersionOf = (audioSha256: string) =>
    sql`${submissions.id} IN (SELECT v.submission_id FROM track_versions v WHERE v.audio_sha256 = ${audioSha256})`;
  return {
    isUsed: (audioSha256) => sql`(EXISTS (SELECT FROM submissions s WHERE s.audio_sha256 = ${audioSha256})
      OR EXISTS (SELECT FROM track_versions v WHERE v.audio_sha256 = ${audioSha256}))`,
    isOutdated: (audioSha256) => sql`EXISTS (
      SELECT FROM submissions s WHERE s.audio_sha256 = ${audioSha256} AND s.analyzed AND s.archive_id IS NULL
        AND s.engine_version IS NOT NULL
        AND (s.engine_version <> ${ENGINE_VERSION} OR s.sheet_version IS DISTINCT FROM ${SHEET_VERSION}))`,
    // The artist can still listen to an entry that is merely held, and to what it was before.
    async mayHear(reader, audioSha256, visitor) {
      const heard = await reader
        .select({ id: submissions.id })
        .from(submissions)
        .where(
          and(
            isNull(submissions.archiveId),
            isNull(submissions.hiddenAt),
            or(
              and(isOf(audioSha256), isNull(submissions.heldAt)),
              and(or(isOf(audioSha256), isVersionOf(audioSha256)), isTheirs({ tokens }, visitor)),
            ),
          ),
        )
        .limit(1);
      return heard.length > 0;
    },
    async onBegun(tx, audioSha256) {
      await tx
        .update(submissions)
        .set({ state: 'running', failureCode: null, failureMessage: null })
        .where(and(isOf(audioSha256), eq(submissions.analyzed, false)));
    },
    async onMeasured(tx, audioSha256, priority) {
      for (const { id } of await listAwaiting(tx, audioSha256))
        await queue.enqueue(tx, REPORT_JOB, { submissionId: id }, { priority });
      for (const { submissionId, version } of await listWaiting(tx, audioSha256))
        await queue.enqueue(tx, VERSION_JOB, { submissionId, version }, { priority });
    },
    async onWords(tx, audioSha256) {
      // A report of no sheet is an outdated one, so that it is written again.
      const written = await tx
        .update(submissions)
        .set({ sheetVersion: null })
        .where(and(isOf(audioSha256), eq(submissions.analyzed, true), isNull(submissions.archiveId)))
        .returning({ id: submissions.id });
      for (const { id } of written) await queue.enqueue(tx, REPORT_JOB, { submissionId: id }, {});
    },
    async onFailed(tx, audioSha256, failure) {
      await failSubmissions(tx, isOf(audioSha256), failure);
      for (const { submissionId, version } of await listWaiting(tx, audioSha256))
        await failVersion(tx, submissionId, version, failure.message);
    },
  };
}
