/** Which entries contain a recording, whole or in part: those with the same bytes, and those of its matches. */
import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import type { SharedPart } from '#features/recordings/rules-match.ts';
import { recordingMatches, recordings } from '#features/recordings/table.ts';
import { ENTRANT, hasHad, sentAtOf } from '#features/submissions/queries-versions.ts';
import { submissions } from '#features/submissions/table.ts';
import type { Tx } from '#platform/db/connect.ts';
import type { FoundDuplicate, Owned, Phone } from './rules.ts';

/** Entries of one recording that are looked at, on either side: the earliest decide. */
const ENTRIES = 5;

export interface Entry extends Owned {
  id: number;
  /** When it was sent the recording in question. */
  sentAt: Date;
}

/** What two recordings have in common, from the point of view of the first. */
export interface Match extends Omit<FoundDuplicate, 'earlierId' | 'earlierAt' | 'sameOwner'> {
  otherSha256: string;
}

/** Everything that shares sound with this recording, the recording itself first. */
export async function listMatches(tx: Tx, audioSha256: string): Promise<Match[]> {
  const [own] = await tx
    .select({ durationSeconds: recordings.durationSeconds })
    .from(recordings)
    .where(eq(recordings.audioSha256, audioSha256));
  const durationSeconds = own?.durationSeconds ?? 0;
  const rows = await tx
    .select()
    .from(recordingMatches)
    .where(eq(recordingMatches.audioSha256, audioSha256))
    .orderBy(asc(recordingMatches.otherSha256));
  const same = { otherSha256: audioSha256, exact: true, share: 1, confidence: 1, offset: 0 };
  const whole = { start: 0, end: Math.round(durationSeconds * 10) / 10 };
  return [
    { ...same, parts: [{ here: whole, there: whole, likeness: 1 }] },
    ...rows.map(({ offsetSeconds, parts, ...row }) => ({
      ...row,
      exact: false,
      offset: offsetSeconds,
      parts: parts.map((part) => endWith(durationSeconds, part)),
    })),
  ];
}

/** Parts are found in whole seconds: the last one must not reach beyond the track. */
const endWith = (seconds: number, { here, ...part }: SharedPart): SharedPart => ({
  here: { start: here.start, end: Math.min(here.end, seconds) },
  ...part,
});

/** The first few entries that have or had a recording before or after another one had its. None can be deleted meanwhile. */
export function listEntries(
  tx: Tx,
  audioSha256: string,
  side: 'before' | 'after',
  { id, sentAt }: Pick<Entry, 'id' | 'sentAt'>,
): Promise<Entry[]> {
  const at = sentAtOf(audioSha256);
  const other = sql`(${sentAt.toISOString()}::timestamptz, ${id}::int)`;
  return tx
    .select({ ...ENTRANT, sentAt: at })
    .from(submissions)
    .where(
      and(
        hasHad(audioSha256),
        ne(submissions.id, id),
        side === 'before'
          ? sql`(${at}, ${submissions.id}) < ${other}`
          : sql`(${at}, ${submissions.id}) > ${other}`,
      ),
    )
    .orderBy(asc(at), asc(submissions.id))
    .limit(ENTRIES)
    .for('key share');
}

/** Whose these entries are, and which of them are kept out. */
export function readOwners(tx: Tx, ids: readonly number[]) {
  return tx
    .select({ ...ENTRANT, isOut: sql<boolean>`${submissions.heldAt} IS NOT NULL` })
    .from(submissions)
    .where(inArray(submissions.id, [...ids]));
}

export interface EntryOf extends Phone {
  id: number;
  /** The recording that was asked about. */
  audioSha256: string;
  exact: boolean;
  /** Of its sound, how much is in the entry. */
  share: number;
  artistName: string;
  trackTitle: string;
  createdAt: Date;
}

/** Entries that share sound with these recordings, for features whose own rows point to them. */
export async function findEntriesOf(
  { db }: Pick<Deps, 'db'>,
  sha256s: readonly string[],
): Promise<EntryOf[]> {
  if (sha256s.length === 0) return [];
  const { id, phoneE164, phoneNumber, artistName, trackTitle, createdAt } = submissions;
  const entry = { id, phoneE164, phoneNumber, artistName, trackTitle, createdAt };
  const exact = await db
    .select({ ...entry, audioSha256: submissions.audioSha256 })
    .from(submissions)
    .where(inArray(submissions.audioSha256, [...sha256s]));
  const alike = await db
    .select({ ...entry, audioSha256: recordingMatches.audioSha256, share: recordingMatches.share })
    .from(recordingMatches)
    .innerJoin(submissions, eq(submissions.audioSha256, recordingMatches.otherSha256))
    .where(inArray(recordingMatches.audioSha256, [...sha256s]));
  const found = [
    ...exact.map((row) => ({ ...row, exact: true, share: 1 })),
    ...alike.map((row) => ({ ...row, exact: false })),
  ];
  return found.sort((a, b) => a.id - b.id);
}
