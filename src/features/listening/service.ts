/** What staff do with a track they hear: decide once, rate, and say when they may not judge. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { submissions } from '#features/submissions/table.ts';
import { recordAudit } from '#platform/audit.ts';
import type { DbOrTx, Tx } from '#platform/db/connect.ts';
import { AppError } from '#platform/errors.ts';
import type { StaffIdentity } from '#platform/http/route.ts';
import type { TrackDecision } from './contract.ts';
import { DECIDED_WORDS } from './copy.ts';
import type { Decision } from './limits.ts';
import { hasConflict, readDecision } from './queries.ts';
import { staffConflicts, trackDecisions, trackHearings, trackRatings } from './table.ts';

type RoomDeps = Pick<Deps, 'db' | 'clock'>;
/** Who does it, with the moment and the track. */
interface Deed {
  tx: Tx;
  now: Date;
  actor: StaffIdentity;
  id: number;
}

/** Opens the transaction on a track that is there; it stays until the deed is done. */
export function onTrack<T>(
  { db, clock }: RoomDeps,
  actor: StaffIdentity,
  id: number,
  work: (deed: Deed) => Promise<T>,
): Promise<T> {
  return db.transaction(async (tx) => {
    const [track] = await tx
      .select({ archiveId: submissions.archiveId })
      .from(submissions)
      .where(eq(submissions.id, id))
      .for('key share');
    if (!track || track.archiveId !== null) throw new AppError('not_found', 'Submission not found');
    return work({ tx, now: clock.now(), actor, id });
  });
}

export function recordDeed({ tx, now, actor, id }: Deed, action: `track.${string}`, detail = {}) {
  return recordAudit(tx, { at: now, actor, action, subject: { type: 'submission', id }, detail });
}

const hear = ({ tx, now, actor, id }: Deed) =>
  tx
    .insert(trackHearings)
    .values({ submissionId: id, staffId: actor.id, heardAt: now })
    .onConflictDoNothing();

async function refuseConflict({ tx, actor, id }: Deed): Promise<void> {
  if (await hasConflict(tx, id, actor.id))
    throw new AppError('forbidden', 'You have a conflict of interest with this artist.');
}

/** Stands only on what the decider saw: of two at once the second is told what the first decided. */
export function decideTrack(
  deps: RoomDeps,
  actor: StaffIdentity,
  id: number,
  { decision, seen }: { decision: Decision | null; seen: number },
): Promise<TrackDecision> {
  return onTrack(deps, actor, id, async (deed) => {
    await refuseConflict(deed);
    const before = await readDecision(deed.tx, id);
    const values = { decision, version: seen + 1, decidedBy: actor.id, decidedAt: deed.now };
    const written =
      seen === 0
        ? await deed.tx
            .insert(trackDecisions)
            .values({ submissionId: id, ...values })
            .onConflictDoNothing()
            .returning()
        : await deed.tx
            .update(trackDecisions)
            .set(values)
            .where(and(eq(trackDecisions.submissionId, id), eq(trackDecisions.version, seen)))
            .returning();
    if (written.length === 0) throw await sayTaken(deed.tx, id);
    await hear(deed);
    await recordDeed(deed, 'track.decide', { decision, before: before.decision });
    return { decision, version: seen + 1, by: actor.name, at: deed.now.toISOString() };
  });
}

async function sayTaken(tx: DbOrTx, id: number): Promise<AppError> {
  const { decision, by } = await readDecision(tx, id);
  const what = decision ? DECIDED_WORDS[decision].toLowerCase() : 'open again';
  return new AppError('conflict', `${by ?? 'Somebody'} decided meanwhile: ${what}.`, { reason: 'decided' });
}

export function markHeard(deps: RoomDeps, actor: StaffIdentity, id: number): Promise<void> {
  return onTrack(deps, actor, id, async (deed) => {
    await hear(deed);
  });
}

export function rateTrack(
  deps: RoomDeps,
  actor: StaffIdentity,
  id: number,
  { rating, abstained }: { rating: number | null; abstained: boolean },
): Promise<void> {
  return onTrack(deps, actor, id, async (deed) => {
    const { tx, now } = deed;
    const mine = and(eq(trackRatings.submissionId, id), eq(trackRatings.staffId, actor.id));
    if (rating === null && !abstained) await tx.delete(trackRatings).where(mine);
    else {
      if (rating !== null) await refuseConflict(deed);
      const values = { rating, abstained, ratedAt: now };
      await tx
        .insert(trackRatings)
        .values({ submissionId: id, staffId: actor.id, ...values })
        .onConflictDoUpdate({ target: [trackRatings.submissionId, trackRatings.staffId], set: values });
      await hear(deed);
    }
    await recordDeed(deed, 'track.rate', { rating, abstained });
  });
}

/** A rating given before is taken back with it: what the artist's friend thinks counts for nothing. */
export function declareConflict(
  deps: RoomDeps,
  actor: StaffIdentity,
  id: number,
  reason: string,
): Promise<void> {
  return onTrack(deps, actor, id, async (deed) => {
    const { tx, now } = deed;
    await tx
      .insert(staffConflicts)
      .values({ submissionId: id, staffId: actor.id, reason, declaredAt: now })
      .onConflictDoUpdate({ target: [staffConflicts.staffId, staffConflicts.submissionId], set: { reason } });
    await tx
      .delete(trackRatings)
      .where(and(eq(trackRatings.staffId, actor.id), inArray(trackRatings.submissionId, tracksOfArtist(id))));
    await recordDeed(deed, 'track.conflict');
  });
}

export function withdrawConflict(deps: RoomDeps, actor: StaffIdentity, id: number): Promise<void> {
  return onTrack(deps, actor, id, async (deed) => {
    await deed.tx
      .delete(staffConflicts)
      .where(
        and(eq(staffConflicts.staffId, actor.id), inArray(staffConflicts.submissionId, tracksOfArtist(id))),
      );
    await recordDeed(deed, 'track.conflict-over');
  });
}

/** This track, and the others of its number. */
const tracksOfArtist = (id: number) => sql`(SELECT o.id FROM ${submissions} s
  JOIN ${submissions} o ON o.id = s.id OR o.phone_e164 = s.phone_e164 WHERE s.id = ${id})`;
