/** Which entries contain a recording, whole or in part: those with the same bytes, and those of its matches. */
import { and, asc, eq, gt, inArray, lt } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import type { SharedPart } from '#features/recordings/rules-match.ts';
import { recordingMatches, recordings } from '#features/recordings/table.ts';
import { submissions } from '#features/submissions/table.ts';
import type { Tx } from '#platform/db/connect.ts';
import type { FoundDuplicate, Phone } from './rules.ts';

/** Entries of one recording that are looked at, on either side: the earliest decide. */
const ENTRIES = 5;

export interface Entry extends Phone {
  id: number;
}

/** What two recordings have in common, from the point of view of the first. */
export interface Match extends Omit<FoundDuplicate, 'earlierId' | 'samePhone'> {
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

/** The first few entries of a recording before or after one of them. They cannot be deleted during the transaction. */
export function listEntries(
  tx: Tx,
  audioSha256: string,
  side: 'before' | 'after',
  id: number,
): Promise<Entry[]> {
  return tx
    .select({ id: submissions.id, phoneE164: submissions.phoneE164, phoneNumber: submissions.phoneNumber })
    .from(submissions)
    .where(
      and(
        eq(submissions.audioSha256, audioSha256),
        side === 'before' ? lt(submissions.id, id) : gt(submissions.id, id),
      ),
    )
    .orderBy(asc(submissions.id))
    .limit(ENTRIES)
    .for('key share');
}

export interface EntryOf extends Entry {
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
