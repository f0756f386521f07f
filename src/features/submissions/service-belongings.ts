/** The tracks of a visitor, with how far each is and what to do next. */
import { and, desc, eq, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { sayDate, votingEnd } from '#campaign/rounds.ts';
import type { Basis, Deps } from '#deps.ts';
import { notices } from '#features/notices/table.ts';
import { recentSeconds } from '#features/recordings/queries.ts';
import { doneShare } from '#features/recordings/rules-run.ts';
import { recordingRuns, recordings } from '#features/recordings/table.ts';
import type { DbOrTx } from '#platform/db/connect.ts';
import type { Visitor } from '#platform/http/route.ts';
import {
  type Belonging,
  type BelongingList,
  type Belongings,
  type ListPage,
  MOST_SUBJECTS,
  type Owner,
} from '#ports/belongings.ts';
import { describeTrack } from './copy-track.ts';
import { estimateRemaining } from './rules.ts';
import { ownerDigest } from './service.ts';
import { submissions } from './table.ts';

export function submissionBelongings(deps: Basis): Belongings {
  return {
    // What a round archived is seen by staff only.
    async findSubjects(reader, visitor) {
      const rows = await reader
        .select({ id: submissions.id })
        .from(submissions)
        .where(and(sql`${submissions.id} = ANY(${idsOf(deps, visitor)})`, isNull(submissions.archiveId)))
        .orderBy(desc(submissions.id))
        .limit(MOST_SUBJECTS);
      return { submissionIds: rows.map(({ id }) => id) };
    },
    parts: { track: (reader, owner, page) => listTracks(deps, reader, owner, page) },
  };
}

/** Each half by its own index; an OR over both would read every track there is. */
function idsOf({ tokens }: Pick<Deps, 'tokens'>, { browserId, person }: Visitor): SQL {
  const digest = browserId === null ? null : ownerDigest({ tokens }, browserId);
  return sql`ARRAY(
    SELECT submission_id FROM submission_owners WHERE browser_digest = ${digest}::text
    UNION SELECT id FROM submissions WHERE phone_e164 = ${person?.phone ?? null}::text)`;
}

const wanted = {
  id: submissions.id,
  trackTitle: submissions.trackTitle,
  state: submissions.state,
  failureMessage: submissions.failureMessage,
  analyzedAt: submissions.analyzedAt,
  distributionPaid: submissions.distributionPaid,
  hiddenAt: submissions.hiddenAt,
  heldAt: submissions.heldAt,
  createdAt: submissions.createdAt,
  score: submissions.score,
  peaks: recordings.peaks,
  stage: recordingRuns.stage,
  fraction: recordingRuns.fraction,
  isNew: sql<boolean>`EXISTS (SELECT FROM ${notices} WHERE ${notices.submissionId} = ${submissions.id}
    AND ${notices.kind} = 'report' AND ${notices.readAt} IS NULL)`,
};

async function listTracks(
  deps: Pick<Deps, 'campaign' | 'clock' | 'db'>,
  reader: DbOrTx,
  { submissionIds }: Owner,
  { before, limit }: ListPage,
): Promise<BelongingList> {
  const rows = await reader
    .select(wanted)
    .from(submissions)
    .innerJoin(recordings, eq(recordings.audioSha256, submissions.audioSha256))
    .leftJoin(recordingRuns, eq(recordingRuns.audioSha256, submissions.audioSha256))
    .where(and(inArray(submissions.id, submissionIds), before ? lt(submissions.id, before) : undefined))
    .orderBy(desc(submissions.id))
    .limit(limit);
  const isAtWork = rows.some(({ state }) => state === 'queued' || state === 'running');
  const recent = isAtWork ? await recentSeconds(deps) : null;
  const items = rows.map((row): Belonging => {
    const done = doneShare(row.stage ?? 'queued', row.fraction ?? 0);
    const closesAt = closingDate(deps, row);
    return {
      id: row.id,
      title: row.trackTitle,
      at: row.createdAt,
      score: row.score,
      peaks: row.peaks,
      ...(row.state === 'queued' || row.state === 'running' ? { progress: Math.round(done * 100) } : {}),
      ...describeTrack({
        ...row,
        secondsLeft: row.state === 'running' ? estimateRemaining(recent, 0, done) : null,
        voteUntil: closesAt && closesAt > deps.clock.now() ? sayDate(closesAt, deps.campaign.timeZone) : null,
      }),
    };
  });
  return { items, total: submissionIds.length };
}

function closingDate(
  { campaign }: Pick<Deps, 'campaign'>,
  { distributionPaid, analyzedAt }: { distributionPaid: boolean; analyzedAt: Date | null },
): Date | null {
  if (!analyzedAt) return null;
  return distributionPaid ? new Date(campaign.endsAt) : votingEnd(campaign, analyzedAt);
}
