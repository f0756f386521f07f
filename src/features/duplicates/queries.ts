/** The search for entries with the same recording: candidates by an index of landmarks, then a close comparison. */
import { and, eq, gt, lt, type SQL, sql } from 'drizzle-orm';
import { alignFingerprints } from '#audio/fingerprint/align-fingerprints.ts';
import { FINGERPRINT_VERSION, type Fingerprint } from '#audio/fingerprint/fingerprint.ts';
import { ASKED_LANDMARKS, sketchOf } from '#audio/fingerprint/landmarks.ts';
import { unpackFingerprint } from '#audio/fingerprint/pack-fingerprint.ts';
import type { Deps } from '#deps.ts';
import { submissions } from '#features/submissions/table.ts';
import type { SharedPart } from './contract.ts';
import {
  type FoundDuplicate,
  isSamePhone,
  isWorthMentioning,
  judgeDuplicates,
  type Phone,
  type Verdict,
} from './rules.ts';
import { fingerprints, holds } from './table.ts';

/** Recordings compared closely, those with most landmarks in common, from this many on. */
const CANDIDATES = 12;
const LEAST_IN_COMMON = 3;
/** A landmark that more recordings have says nothing: the rest is not read, so no sound can make the search slow. */
const MOST_PER_LANDMARK = 50;
/** Entries of one recording that are looked at, on either side: the earliest decide. */
const ENTRIES = 5;

export interface DuplicateSearch {
  /** Earlier entries this one shares a recording with. */
  earlier: FoundDuplicate[];
  /** Later entries that were heard first: this one is their `earlier`. */
  later: { laterId: number; duplicate: FoundDuplicate }[];
  verdict: Verdict;
}

export interface Asked extends Phone {
  id: number;
  audioSha256: string;
  durationSeconds: number;
}

type SearchDeps = Pick<Deps, 'db' | 'campaign'>;

export async function hasFingerprint({ db }: Pick<Deps, 'db'>, audioSha256: string): Promise<boolean> {
  const found = await db.select({ id: fingerprints.id }).from(fingerprints).where(isCurrent(audioSha256));
  return found.length > 0;
}

const isCurrent = (audioSha256: string) =>
  and(eq(fingerprints.audioSha256, audioSha256), eq(fingerprints.version, FINGERPRINT_VERSION));

/** Everything that shares a recording with this entry. Its fingerprint is in the database by now. */
export async function findDuplicates({ db, campaign }: SearchDeps, asked: Asked): Promise<DuplicateSearch> {
  const earlier: FoundDuplicate[] = [];
  const later: DuplicateSearch['later'] = [];
  // Later ones with the same bytes find this one themselves: its row is older than theirs.
  for (const entry of await listEntries(db, asked.audioSha256, asked.id))
    if (entry.id < asked.id) earlier.push({ ...sameBytes(asked), ...relate(asked, entry) });
  const [own] = await db.select().from(fingerprints).where(isCurrent(asked.audioSha256));
  const mine = unpackFingerprint(own?.points ?? new Uint8Array());
  for (const candidate of own ? await listCandidates({ db }, mine, own.id) : []) {
    const theirs = unpackFingerprint(candidate.points);
    const entries = await listEntries(db, candidate.audioSha256, asked.id);
    const before = entries.filter(({ id }) => id < asked.id);
    const after = entries.filter(({ id }) => id > asked.id);
    const here = before.length > 0 ? endWith(asked, compare(mine, theirs)) : null;
    const there = after.length > 0 ? compare(theirs, mine) : null;
    if (here) earlier.push(...before.map((entry) => ({ ...here, ...relate(asked, entry) })));
    if (there)
      later.push(
        ...after.map((entry) => ({ laterId: entry.id, duplicate: { ...there, ...relate(entry, asked) } })),
      );
  }
  const [decided] = await db
    .select({ state: holds.state })
    .from(holds)
    .where(eq(holds.submissionId, asked.id));
  const released = decided?.state === 'released';
  return { earlier, later, verdict: judgeDuplicates(earlier, { holdCopies: campaign.holdCopies, released }) };
}

function compare(asked: Fingerprint, other: Fingerprint) {
  const alike = alignFingerprints(asked, other);
  return alike && isWorthMentioning(alike) ? { ...alike, exact: false } : null;
}

/** Parts are found in whole seconds: the last one must not reach beyond the track. */
function endWith<T extends { parts: SharedPart[] }>({ durationSeconds }: Asked, found: T | null): T | null {
  const clip = ({ start, end }: SharedPart['here']) => ({ start, end: Math.min(end, durationSeconds) });
  return found && { ...found, parts: found.parts.map((part) => ({ ...part, here: clip(part.here) })) };
}

interface Entry extends Phone {
  id: number;
}

const relate = (asked: Entry, entry: Entry) => ({
  earlierId: entry.id,
  samePhone: isSamePhone(asked, entry),
});

function sameBytes({ durationSeconds }: Asked) {
  const whole = { start: 0, end: Math.round(durationSeconds * 10) / 10 };
  return {
    exact: true,
    share: 1,
    confidence: 1,
    offset: 0,
    parts: [{ here: whole, there: whole, likeness: 1 }],
  };
}

/** The first few entries of a recording before and after this one. */
async function listEntries(db: Deps['db'], audioSha256: string, id: number): Promise<Entry[]> {
  const list = (side: SQL) =>
    db
      .select({ id: submissions.id, phoneE164: submissions.phoneE164, phoneNumber: submissions.phoneNumber })
      .from(submissions)
      .where(and(eq(submissions.audioSha256, audioSha256), side))
      .orderBy(submissions.id)
      .limit(ENTRIES);
  return [...(await list(lt(submissions.id, id))), ...(await list(gt(submissions.id, id)))];
}

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
