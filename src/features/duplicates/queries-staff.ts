/** What artists and staff see of duplicates: both entries, where they are the same, and what was decided. */
import { asc, eq, inArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Deps } from '#deps.ts';
import { audioUrlOf } from '#features/recordings/rules-file.ts';
import { recordings } from '#features/recordings/table.ts';
import { submissions } from '#features/submissions/table.ts';
import {
  type Claim,
  type Duplicate,
  type DuplicateSide,
  HELD_SHOWN,
  type HeldTrack,
  type Review,
} from './contract.ts';
import { duplicates, holds, ownershipClaims } from './table.ts';

type HoldRow = typeof holds.$inferSelect;
type DuplicateRow = typeof duplicates.$inferSelect;
type SubmissionRow = typeof submissions.$inferSelect;

export function presentReview(row: HoldRow): Review {
  return {
    state: row.state,
    heldAt: row.heldAt.toISOString(),
    decidedAt: row.decidedAt?.toISOString() ?? null,
    reason: row.reason,
  };
}

async function readClaim(db: Deps['db'], id: number): Promise<Claim | null> {
  const [claim] = await db.select().from(ownershipClaims).where(eq(ownershipClaims.submissionId, id));
  return claim ? presentClaim(claim) : null;
}

const presentClaim = ({ statement, link, madeAt }: typeof ownershipClaims.$inferSelect): Claim => ({
  statement,
  link,
  madeAt: madeAt.toISOString(),
});

const presentLikeness = (row: DuplicateRow) => ({
  exact: row.exact,
  share: row.share,
  confidence: row.confidence,
  offset: row.offsetSeconds,
  parts: row.parts,
});

/** `asOwner`: the artist or staff, who may know of entries by the same number, and of those that are not public. */
export async function readDuplicates(
  { db }: Pick<Deps, 'db'>,
  id: number,
  asOwner: boolean,
): Promise<{ review: Review | null; claim: Claim | null; duplicates: Duplicate[] }> {
  const [hold] = await db.select().from(holds).where(eq(holds.submissionId, id));
  const rows = await listDuplicates(db, [id]);
  return {
    review: hold && asOwner ? presentReview(hold) : null,
    claim: asOwner ? await readClaim(db, id) : null,
    duplicates: rows
      // A copy that is kept out itself is nobody's original.
      .filter(({ duplicate, earlier }) => (asOwner || !duplicate.sameOwner) && !earlier?.heldAt)
      .map(({ duplicate, earlier }) => ({
        ...presentLikeness(duplicate),
        own: asOwner ? duplicate.sameOwner : null,
        track: earlier && mayName(earlier, duplicate, asOwner) ? nameTrack(earlier) : null,
      })),
  };
}

/** Another artist's entry is named only while anybody can see it on the leaderboard. */
function mayName(earlier: SubmissionRow, { sameOwner }: DuplicateRow, asOwner: boolean): boolean {
  if (asOwner && sameOwner) return earlier.archiveId === null;
  return earlier.listed && earlier.analyzed;
}

const nameTrack = ({ id, trackTitle, artistName }: SubmissionRow) => ({ id, trackTitle, artistName });

function listDuplicates(db: Deps['db'], ids: number[]) {
  const earlier = alias(submissions, 'earlier');
  return db
    .select({ duplicate: duplicates, earlier })
    .from(duplicates)
    .leftJoin(earlier, eq(earlier.id, duplicates.earlierId))
    .where(inArray(duplicates.submissionId, ids))
    .orderBy(asc(duplicates.earlierId), asc(duplicates.id));
}

/** Those that wait come first, claimed ones before the others; then what was decided, latest first. */
export async function listHeld({ db }: Pick<Deps, 'db'>): Promise<{ waiting: number; tracks: HeldTrack[] }> {
  const rows = await db
    .select({
      hold: holds,
      track: submissions,
      claim: ownershipClaims,
      decidedBy: sql<string | null>`(SELECT name FROM admins WHERE id = ${holds.decidedBy})`,
    })
    .from(holds)
    .innerJoin(submissions, eq(submissions.id, holds.submissionId))
    .leftJoin(ownershipClaims, eq(ownershipClaims.submissionId, holds.submissionId))
    .orderBy(
      // A claim that came after the decision is news.
      sql`${holds.decidedAt} IS NULL OR coalesce(${ownershipClaims.madeAt} > ${holds.decidedAt}, false) DESC`,
      sql`${ownershipClaims.madeAt} NULLS LAST`,
      sql`${holds.decidedAt} DESC NULLS FIRST`,
      asc(holds.heldAt),
      asc(holds.submissionId),
    )
    .limit(HELD_SHOWN);
  const found = await listDuplicates(
    db,
    rows.map(({ track }) => track.id),
  );
  const sides = [...rows.map(({ track }) => track), ...found.flatMap(({ earlier }) => earlier ?? [])];
  const keys = await readKeys(db, sides);
  const waiting = await db.$count(holds, eq(holds.state, 'held'));
  return {
    waiting,
    tracks: rows.map(({ hold, track, claim, decidedBy }) => ({
      review: presentReview(hold),
      decidedBy,
      claim: claim && presentClaim(claim),
      track: presentSide(track, keys),
      duplicates: found
        .filter(({ duplicate }) => duplicate.submissionId === track.id)
        .map(({ duplicate, earlier }) => ({
          ...presentLikeness(duplicate),
          sameOwner: duplicate.sameOwner,
          earlier: earlier && presentSide(earlier, keys),
        })),
    })),
  };
}

/** Where the bytes of these entries are, by their recording. */
async function readKeys(db: Deps['db'], rows: readonly SubmissionRow[]): Promise<Map<string, string>> {
  const sha256s = rows.map(({ audioSha256 }) => audioSha256);
  const found = await db
    .select({ audioSha256: recordings.audioSha256, audioKey: recordings.audioKey })
    .from(recordings)
    .where(inArray(recordings.audioSha256, sha256s));
  return new Map(found.map(({ audioSha256, audioKey }) => [audioSha256, audioKey]));
}

function presentSide(row: SubmissionRow, keys: Map<string, string>): DuplicateSide {
  return {
    id: row.id,
    artistName: row.artistName,
    trackTitle: row.trackTitle,
    phoneNumber: row.phoneNumber,
    audioUrl: audioUrlOf(keys.get(row.audioSha256) ?? ''),
    createdAt: row.createdAt.toISOString(),
    duration: row.durationSeconds,
    score: row.score,
    listed: row.listed,
  };
}
