/** Notes which entries share a recording as soon as one of them is measured, and holds copies back. */
import { and, eq } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { listAwaiting } from '#features/submissions/service-recordings.ts';
import { setCopied } from '#features/submissions/service-report.ts';
import type { Tx } from '#platform/db/connect.ts';
import type { RecordingUser } from '#ports/recording-user.ts';
import { type Entry, listEntries, listMatches, type Match } from './queries.ts';
import { decideOnDuplicates, isSamePhone } from './rules.ts';
import { duplicates, holds } from './table.ts';

type ReviewDeps = Pick<Deps, 'clock' | 'campaign' | 'queue'>;

/** Runs in the transaction that marks the recording as measured, so before anything of it is public. */
export function duplicateRecordings(deps: ReviewDeps): RecordingUser {
  return {
    async onMeasured(tx, audioSha256) {
      const touched = new Set<number>();
      const matches = await listMatches(tx, audioSha256);
      const back = await listMatchesBack(tx, audioSha256, matches);
      for (const entry of await listAwaiting(tx, audioSha256)) {
        touched.add(entry.id);
        await noteEarlier(deps, tx, entry, matches);
        for (const id of await noteLater(deps, tx, entry, back)) touched.add(id);
      }
      // Always in the same order, so that two transactions that touch the same entries cannot deadlock.
      for (const id of [...touched].sort((a, b) => a - b)) await reviewEntry(deps, tx, id);
    },
  };
}

async function noteEarlier(deps: ReviewDeps, tx: Tx, entry: Entry, matches: readonly Match[]): Promise<void> {
  await tx.delete(duplicates).where(eq(duplicates.submissionId, entry.id));
  for (const match of matches)
    for (const earlier of await listEntries(tx, match.otherSha256, 'before', entry.id))
      await insertDuplicate(deps, tx, entry, earlier, match);
}

interface MatchBack extends Match {
  /** Whose match it is. */
  audioSha256: string;
}

/** The same matches from the other side. Entries with the same bytes need none to find each other. */
async function listMatchesBack(tx: Tx, audioSha256: string, matches: readonly Match[]): Promise<MatchBack[]> {
  const back: MatchBack[] = [];
  for (const { otherSha256 } of matches.filter(({ exact }) => !exact))
    for (const match of await listMatches(tx, otherSha256))
      if (match.otherSha256 === audioSha256) back.push({ ...match, audioSha256: otherSha256 });
  return back;
}

/** Notes this entry as the earlier one of entries that came later but were measured first. Returns their ids. */
async function noteLater(
  deps: ReviewDeps,
  tx: Tx,
  entry: Entry,
  back: readonly MatchBack[],
): Promise<number[]> {
  const noted: number[] = [];
  for (const match of back)
    for (const later of await listEntries(tx, match.audioSha256, 'after', entry.id))
      if (await insertDuplicate(deps, tx, later, entry, match)) noted.push(later.id);
  return noted;
}

async function insertDuplicate(
  { clock }: ReviewDeps,
  tx: Tx,
  entry: Entry,
  earlier: Entry,
  { exact, share, confidence, offset, parts }: Match,
): Promise<boolean> {
  const made = await tx
    .insert(duplicates)
    .values({
      submissionId: entry.id,
      earlierId: earlier.id,
      exact,
      samePhone: isSamePhone(entry, earlier),
      share,
      confidence,
      offsetSeconds: offset,
      parts,
      foundAt: clock.now(),
    })
    .onConflictDoNothing()
    .returning({ id: duplicates.id });
  return made.length > 0;
}

/** Decides from everything noted so far: a copy is held, and its report says so. A decision of staff stands. */
export async function reviewEntry(deps: ReviewDeps, tx: Tx, id: number): Promise<void> {
  const rows = await tx.select().from(duplicates).where(eq(duplicates.submissionId, id));
  const known = rows.flatMap((row) =>
    row.earlierId === null ? [] : [{ ...row, earlierId: row.earlierId, offset: row.offsetSeconds }],
  );
  const released = await tx
    .select({ id: holds.submissionId })
    .from(holds)
    .where(and(eq(holds.submissionId, id), eq(holds.state, 'released')));
  const { holdCopies } = deps.campaign;
  const { hold, copied } = decideOnDuplicates(known, { holdCopies, released: released.length > 0 });
  if (hold)
    await tx
      .insert(holds)
      .values({ submissionId: id, state: 'held', heldAt: deps.clock.now() })
      .onConflictDoNothing();
  await setCopied(deps, tx, id, copied);
}
