/** The search for recordings with the same sound: candidates by an index of landmarks, most in common first. */
import { sql } from 'drizzle-orm';
import { FINGERPRINT_VERSION, type Fingerprint } from '#audio/fingerprint/fingerprint.ts';
import { ASKED_LANDMARKS, sketchOf } from '#audio/fingerprint/landmarks.ts';
import type { Deps } from '#deps.ts';

/** Recordings compared closely, those with most landmarks in common, from this many on. */
const CANDIDATES = 12;
const LEAST_IN_COMMON = 3;
/** A landmark that more recordings have says nothing: the rest is not read, so no sound can make the search slow. */
const MOST_PER_LANDMARK = 50;

export interface Candidate {
  audioSha256: string;
  points: Buffer;
}

/** Recordings that have landmarks in common with this one, most first. */
export async function listCandidates(
  { db }: Pick<Deps, 'db'>,
  fingerprint: Fingerprint,
  ownId: number,
): Promise<Candidate[]> {
  const { rows } = await db.execute<{ audio_sha256: string; points: Buffer }>(
    candidateQuery(sketchOf(fingerprint, ASKED_LANDMARKS), ownId),
  );
  return rows.map((row) => ({ audioSha256: row.audio_sha256, points: row.points }));
}

/** One probe of the index a landmark; the points are read of the few that are left. */
export function candidateQuery(landmarks: readonly number[], ownId: number) {
  return sql`
    SELECT f.audio_sha256, f.points FROM (
      SELECT one.fingerprint_id, count(*) AS shared
      FROM unnest(${sql.param(landmarks)}::int[]) AS asked(landmark)
      CROSS JOIN LATERAL (
        SELECT fingerprint_id FROM fingerprint_landmarks kept
        WHERE kept.landmark = asked.landmark ORDER BY fingerprint_id LIMIT ${MOST_PER_LANDMARK}
      ) one
      WHERE one.fingerprint_id <> ${ownId}
      GROUP BY one.fingerprint_id HAVING count(*) >= ${LEAST_IN_COMMON}
      ORDER BY shared DESC, one.fingerprint_id LIMIT ${CANDIDATES}
    ) best JOIN fingerprints f ON f.id = best.fingerprint_id AND f.version = ${FINGERPRINT_VERSION}
    ORDER BY best.shared DESC, f.id`;
}
