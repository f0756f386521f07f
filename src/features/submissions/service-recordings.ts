/** What submissions do with their recordings: wait for them, report on them, and let visitors hear them. */
import { and, eq, isNull, or, sql } from 'drizzle-orm';
import { ENGINE_VERSION } from '#audio/measure.ts';
import type { Deps } from '#deps.ts';
import { SHEET_VERSION } from '#features/scoring/rules-sheet.ts';
import type { DbOrTx } from '#platform/db/connect.ts';
import type { RecordingUser } from '#ports/recording-user.ts';
import { REPORT_JOB } from './job-names.ts';
import { isTheirs } from './service.ts';
import { awaitsReport, failSubmissions } from './service-report.ts';
import { submissions } from './table.ts';

/** Submissions of a recording whose report is to be written, the earliest first. */
export function listAwaiting(reader: DbOrTx, audioSha256: string) {
  return reader
    .select({ id: submissions.id, phoneE164: submissions.phoneE164, phoneNumber: submissions.phoneNumber })
    .from(submissions)
    .where(and(eq(submissions.audioSha256, audioSha256), awaitsReport()))
    .orderBy(submissions.id);
}

export function submissionRecordings({ queue, tokens }: Pick<Deps, 'queue' | 'tokens'>): RecordingUser {
  const isOf = (audioSha256: string) => eq(submissions.audioSha256, audioSha256);
  return {
    isUsed: (audioSha256) => sql`EXISTS (SELECT FROM submissions s WHERE s.audio_sha256 = ${audioSha256})`,
    isOutdated: (audioSha256) => sql`EXISTS (
      SELECT FROM submissions s WHERE s.audio_sha256 = ${audioSha256} AND s.analyzed AND s.archive_id IS NULL
        AND s.engine_version IS NOT NULL
        AND (s.engine_version <> ${ENGINE_VERSION} OR s.sheet_version IS DISTINCT FROM ${SHEET_VERSION}))`,
    // The artist can still listen to an entry that is merely held.
    async mayHear(reader, audioSha256, visitor) {
      const heard = await reader
        .select({ id: submissions.id })
        .from(submissions)
        .where(
          and(
            isOf(audioSha256),
            isNull(submissions.archiveId),
            isNull(submissions.hiddenAt),
            or(isNull(submissions.heldAt), isTheirs({ tokens }, visitor)),
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
    },
    onFailed: (tx, audioSha256, failure) => failSubmissions(tx, isOf(audioSha256), failure),
  };
}
