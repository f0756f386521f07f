/** Keeps the fingerprint of a recording, and its matches: other recordings it shares sound with. */
import { and, eq, inArray, or, sql } from 'drizzle-orm';
import { alignFingerprints } from '#audio/fingerprint/align-fingerprints.ts';
import { FINGERPRINT_VERSION } from '#audio/fingerprint/fingerprint.ts';
import { KEPT_LANDMARKS, sketchOf } from '#audio/fingerprint/landmarks.ts';
import { unpackFingerprint } from '#audio/fingerprint/pack-fingerprint.ts';
import type { Deps } from '#deps.ts';
import type { Tx } from '#platform/db/connect.ts';
import { listCandidates } from './queries-match.ts';
import { isWorthMentioning } from './rules-match.ts';
import { fingerprintLandmarks, fingerprints, recordingMatches, recordings } from './table.ts';

const isCurrent = (audioSha256: string) =>
  and(eq(fingerprints.audioSha256, audioSha256), eq(fingerprints.version, FINGERPRINT_VERSION));

export async function hasFingerprint({ db }: Pick<Deps, 'db'>, audioSha256: string): Promise<boolean> {
  const found = await db.select({ id: fingerprints.id }).from(fingerprints).where(isCurrent(audioSha256));
  return found.length > 0;
}

/**
 * Written before the search and on its own: of two copies measured at the same moment, whichever searches last sees the
 * other's fingerprint.
 */
export async function keepFingerprint(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  audioSha256: string,
  packed: Uint8Array,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [made] = await tx
      .insert(fingerprints)
      .values({
        audioSha256,
        version: FINGERPRINT_VERSION,
        points: Buffer.from(packed),
        madeAt: clock.now(),
      })
      .onConflictDoNothing()
      .returning({ id: fingerprints.id });
    if (!made) return;
    const landmarks = sketchOf(unpackFingerprint(packed), KEPT_LANDMARKS);
    await tx.execute(sql`
      INSERT INTO ${fingerprintLandmarks} (landmark, fingerprint_id)
      SELECT landmark, ${made.id} FROM unnest(${sql.param(landmarks)}::int[]) AS found(landmark)`);
  });
}

/** Takes fingerprints out of the index; each knows the landmarks it is found by. */
export async function forgetFingerprints(tx: Tx, audioSha256s: readonly string[]): Promise<void> {
  const gone = await tx
    .delete(fingerprints)
    .where(inArray(fingerprints.audioSha256, [...audioSha256s]))
    .returning({ id: fingerprints.id, points: fingerprints.points });
  for (const { id, points } of gone) {
    const landmarks = sketchOf(unpackFingerprint(points), KEPT_LANDMARKS);
    await tx.execute(sql`
      DELETE FROM ${fingerprintLandmarks}
      WHERE landmark = ANY(${sql.param(landmarks)}::int[]) AND fingerprint_id = ${id}`);
  }
}

/** Looks for recordings that share sound with this one, whose fingerprint is kept by now, and writes down both sides. */
export async function keepMatches({ db }: Pick<Deps, 'db'>, audioSha256: string): Promise<void> {
  const [own] = await db.select().from(fingerprints).where(isCurrent(audioSha256));
  if (!own) return;
  const mine = unpackFingerprint(own.points);
  const found: Match[] = [];
  const compare = (here: Side, there: Side) => {
    const alike = alignFingerprints(here.points, there.points);
    if (!alike || !isWorthMentioning(alike)) return;
    const { offset: offsetSeconds, ...rest } = alike;
    found.push({ audioSha256: here.audioSha256, otherSha256: there.audioSha256, offsetSeconds, ...rest });
  };
  for (const candidate of await listCandidates({ db }, mine, own.id)) {
    const other = { audioSha256: candidate.audioSha256, points: unpackFingerprint(candidate.points) };
    compare({ audioSha256, points: mine }, other);
    compare(other, { audioSha256, points: mine });
  }
  await writeMatches({ db }, audioSha256, found);
}

type Match = typeof recordingMatches.$inferInsert;

async function writeMatches({ db }: Pick<Deps, 'db'>, audioSha256: string, found: readonly Match[]) {
  await db.transaction(async (tx) => {
    // One at a time: two recordings that find each other at the same moment would deadlock.
    await tx.execute(sql`SELECT pg_advisory_xact_lock(7362917)`);
    await tx
      .delete(recordingMatches)
      .where(
        or(eq(recordingMatches.audioSha256, audioSha256), eq(recordingMatches.otherSha256, audioSha256)),
      );
    // Some may have been deleted since the search.
    const left = await tx
      .select({ audioSha256: recordings.audioSha256 })
      .from(recordings)
      .where(inArray(recordings.audioSha256, [audioSha256, ...found.map((match) => match.otherSha256)]))
      .for('key share');
    const isLeft = (sha256: string) => left.some((row) => row.audioSha256 === sha256);
    const kept = found.filter((match) => isLeft(match.audioSha256) && isLeft(match.otherSha256));
    if (kept.length > 0) await tx.insert(recordingMatches).values(kept);
  });
}

interface Side {
  audioSha256: string;
  points: ReturnType<typeof unpackFingerprint>;
}
