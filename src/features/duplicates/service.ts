/** Notes which entries share a recording as soon as one of them is measured, and holds copies back. */
import { and, eq, inArray, ne } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { listWaiting } from '#features/submissions/queries-versions.ts';
import { listAwaiting } from '#features/submissions/service-recordings.ts';
import { setCopied } from '#features/submissions/service-report.ts';
import { failVersion } from '#features/submissions/service-versions.ts';
import type { Tx } from '#platform/db/connect.ts';
import type { RecordingUser } from '#ports/recording-user.ts';
import { COPIED_VERSION } from './copy.ts';
import { type Entry, listEntries, listMatches, type Match, readOwners } from './queries.ts';
import { decideOnDuplicates, type FoundDuplicate, isSameOwner } from './rules.ts';
import { duplicates, holds } from './table.ts';

type ReviewDeps = Pick<Deps, 'clock' | 'campaign' | 'queue'>;

/** Runs in the transaction that marks the recording as measured, so before anything of it is public. */
export function duplicateRecordings(deps: ReviewDeps): RecordingUser {
  return {
    async onMeasured(tx, audioSha256) {
      const touched = new Set<number>();
      const matches = await listMatches(tx, audioSha256);
      const back = await listMatchesBack(tx, audioSha256, matches);
      const versions = await passVersions(deps, tx, audioSha256, matches);
      for (const entry of [...(await listAwaiting(tx, audioSha256)), ...versions]) {
        touched.add(entry.id);
        await tx.delete(duplicates).where(eq(duplicates.submissionId, entry.id));
        for (const found of await findEarlier(tx, entry, matches)) await note(deps, tx, entry.id, found);
        for (const id of await noteLater(deps, tx, entry, back)) touched.add(id);
      }
      await reviewEntries(deps, tx, [...touched]);
    },
  };
}

/** New versions of this recording that are nobody else's; the others fail, and the track stays as it is. */
async function passVersions(
  deps: ReviewDeps,
  tx: Tx,
  audioSha256: string,
  matches: readonly Match[],
): Promise<Entry[]> {
  const passed: Entry[] = [];
  for (const { submissionId, version, sentAt } of await listWaiting(tx, audioSha256)) {
    const [owner] = await readOwners(tx, [submissionId]);
    const entry = { ...owner, sentAt };
    const found = await findEarlier(tx, entry, matches);
    if ((await decide(deps, tx, entry, found, false)).hold)
      await failVersion(tx, submissionId, version, COPIED_VERSION);
    else passed.push(entry);
  }
  return passed;
}

async function findEarlier(tx: Tx, entry: Entry, matches: readonly Match[]): Promise<FoundDuplicate[]> {
  const found: FoundDuplicate[] = [];
  for (const match of matches)
    for (const earlier of await listEntries(tx, match.otherSha256, 'before', entry))
      if (!found.some(({ earlierId }) => earlierId === earlier.id)) found.push(pair(entry, earlier, match));
  return found;
}

const pair = (entry: Entry, earlier: Entry, { otherSha256: _, ...match }: Match): FoundDuplicate => ({
  ...match,
  earlierId: earlier.id,
  earlierAt: earlier.sentAt,
  sameOwner: isSameOwner(entry, earlier),
});

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
  for (const { audioSha256, ...match } of back)
    for (const later of await listEntries(tx, audioSha256, 'after', entry))
      if (await note(deps, tx, later.id, pair(later, entry, match))) noted.push(later.id);
  return noted;
}

async function note(
  { clock }: ReviewDeps,
  tx: Tx,
  submissionId: number,
  { offset: offsetSeconds, isNobodys: _, ...found }: FoundDuplicate,
): Promise<boolean> {
  const made = await tx
    .insert(duplicates)
    .values({ ...found, submissionId, offsetSeconds, foundAt: clock.now() })
    .onConflictDoNothing()
    .returning({ id: duplicates.id });
  return made.length > 0;
}

/** Always the earliest first, so that two transactions that touch the same entries cannot deadlock. */
export async function reviewEntries(deps: ReviewDeps, tx: Tx, ids: readonly number[]): Promise<void> {
  const open = new Set(ids);
  while (open.size > 0) {
    const id = Math.min(...open);
    open.delete(id);
    // What is kept out, or let in, changes what its own later copies stand on.
    if (await reviewEntry(deps, tx, id)) for (const later of await listLater(tx, id)) open.add(later);
  }
}

export async function listLater(tx: Tx, id: number): Promise<number[]> {
  const rows = await tx
    .select({ id: duplicates.submissionId })
    .from(duplicates)
    .where(eq(duplicates.earlierId, id));
  return rows.map((row) => row.id);
}

/** Decides from everything noted so far; a decision of staff stands. Returns whether it is held now and was not, or the other way. */
async function reviewEntry(deps: ReviewDeps, tx: Tx, id: number): Promise<boolean> {
  const [entry] = await readOwners(tx, [id]);
  if (!entry) return false;
  const rows = await tx.select().from(duplicates).where(eq(duplicates.submissionId, id));
  const known = rows.flatMap((row) =>
    row.earlierId === null ? [] : [{ ...row, earlierId: row.earlierId, offset: row.offsetSeconds }],
  );
  const [decided] = await tx
    .select({ state: holds.state })
    .from(holds)
    .where(and(eq(holds.submissionId, id), ne(holds.state, 'held')));
  const { hold, copied } = await decide(deps, tx, entry, known, decided?.state === 'released');
  await setCopied(deps, tx, id, copied);
  if (decided) return false;
  if (hold) return placeHold(deps, tx, id);
  // Of what was deleted since nothing is known: such a hold waits for staff.
  if (rows.length > known.length) return false;
  const lifted = await tx
    .delete(holds)
    .where(eq(holds.submissionId, id))
    .returning({ id: holds.submissionId });
  return lifted.length > 0;
}

async function placeHold({ clock }: ReviewDeps, tx: Tx, id: number): Promise<boolean> {
  const placed = await tx
    .insert(holds)
    .values({ submissionId: id, state: 'held', heldAt: clock.now() })
    .onConflictDoNothing()
    .returning({ id: holds.submissionId });
  return placed.length > 0;
}

/** Asks again whose each one is: a browser may have been handed a private link since. */
async function decide(
  { campaign }: Pick<Deps, 'campaign'>,
  tx: Tx,
  entry: Omit<Entry, 'sentAt'>,
  found: readonly FoundDuplicate[],
  released: boolean,
) {
  const owners = await readOwners(
    tx,
    found.map(({ earlierId }) => earlierId),
  );
  const behind = await listBehind(
    tx,
    owners.map(({ id }) => id),
  );
  const judged = found.map((one) => {
    const owner = owners.find(({ id }) => id === one.earlierId);
    const isOwners = behind.some(({ of, ...origin }) => of === one.earlierId && isSameOwner(entry, origin));
    return {
      ...one,
      sameOwner: owner ? isSameOwner(entry, owner) : one.sameOwner,
      isNobodys: isOwners || owner?.isOut === true,
    };
  });
  return decideOnDuplicates(judged, { holdCopies: campaign.holdCopies, released });
}

/** Whose the still earlier entries are that these share sound with. */
async function listBehind(tx: Tx, ids: readonly number[]) {
  if (ids.length === 0) return [];
  const rows = await tx
    .select({ of: duplicates.submissionId, earlierId: duplicates.earlierId })
    .from(duplicates)
    .where(inArray(duplicates.submissionId, [...ids]));
  const owners = await readOwners(
    tx,
    rows.flatMap(({ earlierId }) => earlierId ?? []),
  );
  return rows.flatMap(({ of, earlierId }) => {
    const owner = owners.find(({ id }) => id === earlierId);
    return owner ? [{ of, ...owner }] : [];
  });
}
