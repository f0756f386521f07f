/** Reads of versions: the history of a track, and since when an entry has a recording. */
import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { audioUrlOf } from '#features/recordings/rules-file.ts';
import { doneShare } from '#features/recordings/rules-run.ts';
import { recordingMatches, recordingRuns, recordings } from '#features/recordings/table.ts';
import type { DbOrTx } from '#platform/db/connect.ts';
import type { Comparison, TrackVersion } from './contract-versions.ts';
import { compareReports } from './rules-versions.ts';
import { submissionOwners, submissions } from './table.ts';
import { trackVersions } from './table-versions.ts';

/** Whose an entry is: the number it was sent with, and the browsers that may act for it. */
export const ENTRANT = {
  id: submissions.id,
  phoneE164: submissions.phoneE164,
  phoneNumber: submissions.phoneNumber,
  browsers: sql<string[]>`ARRAY(SELECT ${submissionOwners.browserDigest} FROM ${submissionOwners}
    WHERE ${submissionOwners.submissionId} = ${submissions.id})`,
};

/** When an entry was sent this recording: with the entry, or later as a version. An expression on submissions. */
export const sentAtOf = (audioSha256: string | SQL): SQL<Date> =>
  sql<Date>`coalesce((SELECT min(v.sent_at) FROM track_versions v WHERE v.submission_id = submissions.id
    AND v.audio_sha256 = ${audioSha256} AND v.state <> 'failed'), submissions.created_at)`.mapWith(
    submissions.createdAt,
  );

/** Whether an entry has this recording or had it once. */
export const hasHad = (audioSha256: string): SQL =>
  sql`(submissions.audio_sha256 = ${audioSha256} OR submissions.id IN (SELECT v.submission_id FROM track_versions v
    WHERE v.audio_sha256 = ${audioSha256} AND v.state IN ('current', 'past')))`;

export interface WaitingVersion {
  submissionId: number;
  version: number;
  sentAt: Date;
}

/** Versions that wait for this recording to be heard. */
export function listWaiting(reader: DbOrTx, audioSha256: string): Promise<WaitingVersion[]> {
  const { submissionId, version, sentAt } = trackVersions;
  return reader
    .select({ submissionId, version, sentAt })
    .from(trackVersions)
    .where(and(eq(trackVersions.audioSha256, audioSha256), eq(trackVersions.state, 'waiting')))
    .orderBy(asc(submissionId));
}

/** Every recording these entries ever had. */
export async function listSha256s(reader: DbOrTx, ids: readonly number[]): Promise<string[]> {
  const now = await reader
    .select({ audioSha256: submissions.audioSha256 })
    .from(submissions)
    .where(inArray(submissions.id, [...ids]));
  const versions = await reader
    .select({ audioSha256: trackVersions.audioSha256 })
    .from(trackVersions)
    .where(inArray(trackVersions.submissionId, [...ids]));
  return [...new Set([...now, ...versions].map(({ audioSha256 }) => audioSha256))];
}

function readRows(db: Deps['db'], id: number) {
  return db
    .select({
      version: trackVersions,
      audioKey: recordings.audioKey,
      peaks: recordings.peaks,
      duration: recordings.durationSeconds,
      loudness: sql<number | null>`(${recordings.measures} ->> 'integratedLufs')::float8`,
      stage: recordingRuns.stage,
      fraction: recordingRuns.fraction,
    })
    .from(trackVersions)
    .innerJoin(recordings, eq(recordings.audioSha256, trackVersions.audioSha256))
    .leftJoin(recordingRuns, eq(recordingRuns.audioSha256, trackVersions.audioSha256))
    .where(eq(trackVersions.submissionId, id))
    .orderBy(desc(trackVersions.version));
}
type Row = Awaited<ReturnType<typeof readRows>>[number];

/** `asOwner`: the artist or staff, who may hear older ones and see what waits or failed. */
export async function readVersions(
  { db }: Pick<Deps, 'db'>,
  id: number,
  asOwner: boolean,
): Promise<{ versions: TrackVersion[]; comparison: Comparison | null }> {
  const rows = await readRows(db, id);
  const [track] = await db.select().from(submissions).where(eq(submissions.id, id));
  const taken = rows.filter(({ version }) => version.takenAt !== null);
  const matches = await readMatches(db, taken);
  const present = (row: Row): TrackVersion => {
    const { version } = row;
    const before = taken[taken.indexOf(row) + 1];
    return {
      version: version.version,
      state: version.state,
      sentAt: version.sentAt.toISOString(),
      takenAt: version.takenAt?.toISOString() ?? null,
      score: version.state === 'current' ? track.score : version.score,
      placeBefore: version.placeBefore,
      placeAfter: version.placeAfter,
      likeness: before ? (matches(row, before)?.share ?? null) : null,
      failure: asOwner ? version.failure : null,
      progress:
        version.state === 'waiting'
          ? Math.round(100 * doneShare(row.stage ?? 'queued', row.fraction ?? 0))
          : null,
      audioUrl: asOwner || version.state === 'current' ? audioUrlOf(row.audioKey) : null,
      peaks: row.peaks,
      duration: row.duration,
      loudness: row.loudness,
    };
  };
  const [after, before] = taken;
  const comparison =
    before?.version.analysis && track?.analysis
      ? {
          before: before.version.version,
          after: after.version.version,
          offset: matches(after, before)?.offset ?? 0,
          categories: compareReports(before.version.analysis, track.analysis),
        }
      : null;
  return { versions: (asOwner ? rows : taken).map(present), comparison };
}

/** What two of these recordings have in common: everything, where it is one and the same. */
async function readMatches(db: Deps['db'], rows: readonly Row[]) {
  const sha256s = rows.map(({ version }) => version.audioSha256);
  const found = await db
    .select()
    .from(recordingMatches)
    .where(
      and(inArray(recordingMatches.audioSha256, sha256s), inArray(recordingMatches.otherSha256, sha256s)),
    );
  return (here: Row, there: Row): { share: number; offset: number } | null => {
    const [a, b] = [here.version.audioSha256, there.version.audioSha256];
    if (a === b) return { share: 1, offset: 0 };
    const match = found.find(({ audioSha256, otherSha256 }) => audioSha256 === a && otherSha256 === b);
    return match ? { share: match.share, offset: match.offsetSeconds } : null;
  };
}
