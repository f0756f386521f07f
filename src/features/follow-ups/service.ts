/** Follow-ups: updates for the artist, and meetings. */
import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { mayActFor, type TrackAsker } from '#features/submissions/service-artist-links.ts';
import { submissions } from '#features/submissions/table.ts';
import { recordAudit } from '#platform/audit.ts';
import { AppError } from '#platform/errors.ts';
import type { StaffIdentity } from '#platform/http/route.ts';
import type { ArtistUpdate, NewUpdate } from './contract.ts';
import { printCalendar } from './format-calendar.ts';
import { RECALL_SECONDS } from './limits.ts';
import { wasSent } from './queries.ts';
import { present, sendMessage } from './service-messages.ts';
import { artistUpdates } from './table.ts';

type FollowUpDeps = Pick<Deps, 'db' | 'clock' | 'campaign'>;
type WriteDeps = FollowUpDeps & Pick<Deps, 'queue'>;
type PrivateReads = Pick<Deps, 'db' | 'clock' | 'tokens'>;

const notFound = () => new AppError('not_found', 'Submission not found');

/** The track, and whether the asker may read what staff wrote to its artist. */
async function openTrack(deps: PrivateReads, id: number, asker: TrackAsker) {
  const isTheirs = await mayActFor(deps, id, asker);
  return { ...(await requireTrack(deps, id, isTheirs)), isTheirs };
}

/** `unlisted`: also one that is held back. */
async function requireTrack({ db }: Pick<Deps, 'db'>, id: number, unlisted: boolean) {
  const [track] = await db
    .select({
      listed: submissions.listed,
      trackTitle: submissions.trackTitle,
      artistName: submissions.artistName,
    })
    .from(submissions)
    .where(eq(submissions.id, id));
  if (!track || !(track.listed || unlisted)) throw notFound();
  return track;
}

/** Messages from staff are for the artist: everybody else is told of none. */
export async function listUpdates(
  deps: PrivateReads,
  id: number,
  asker: TrackAsker,
): Promise<ArtistUpdate[]> {
  const { isTheirs } = await openTrack(deps, id, asker);
  if (!isTheirs) return [];
  const rows = await deps.db
    .select()
    .from(artistUpdates)
    .where(
      and(
        eq(artistUpdates.submissionId, id),
        // Staff see what is on its way, too.
        asker.staff ? isNull(artistUpdates.recalledAt) : wasSent(deps.clock.now()),
      ),
    )
    .orderBy(desc(artistUpdates.id))
    .limit(500);
  return rows.map(present);
}

export async function addUpdate(
  deps: WriteDeps,
  actor: StaffIdentity,
  submissionId: number,
  given: NewUpdate,
): Promise<ArtistUpdate> {
  await requireTrack(deps, submissionId, true);
  const meeting = given.status === 'scheduled' ? await readMoment(deps, given) : null;
  return deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    const [row] = await tx
      .insert(artistUpdates)
      .values({
        submissionId,
        updateText: given.updateText,
        status: given.status,
        scheduledDate: meeting?.at ?? null,
        timeZone: meeting?.zone ?? null,
        madeBy: actor.id,
        createdAt: now,
        sendsAt: new Date(now.getTime() + (given.recallable ? RECALL_SECONDS * 1000 : 0)),
      })
      .returning();
    const subject = { type: 'submission', id: submissionId };
    const detail = { updateId: row.id, status: row.status };
    await recordAudit(tx, { at: now, actor, action: 'artist.update', subject, detail });
    await sendMessage(deps, tx, row);
    return present(row);
  });
}

/** A local time is meant in the staff member's zone; the database knows every zone's rules. */
async function readMoment(
  { db, campaign }: FollowUpDeps,
  { scheduledDate, timeZone = campaign.timeZone }: NewUpdate,
): Promise<{ at: Date; zone: string } | null> {
  if (!scheduledDate) return null;
  if (!isZone(timeZone))
    throw new AppError('invalid', 'Unknown time zone.', { fields: { timeZone: 'Unknown' } });
  const hasOffset = /(Z|[+-]\d\d:\d\d)$/.test(scheduledDate);
  if (hasOffset) {
    const at = new Date(scheduledDate);
    if (Number.isNaN(at.getTime())) throw badDate();
    return { at, zone: timeZone };
  }
  try {
    const { rows } = await db.execute<{ at: Date | string }>(
      sql`SELECT ${scheduledDate}::timestamp AT TIME ZONE ${timeZone} AS at`,
    );
    return { at: new Date(rows[0].at), zone: timeZone };
  } catch {
    throw badDate();
  }
}

const badDate = () =>
  new AppError('invalid', 'Please give a date', { fields: { scheduledDate: 'Not a date' } });

function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

export async function readMeeting(
  deps: FollowUpDeps & PrivateReads,
  submissionId: number,
  updateId: number,
  asker: TrackAsker,
): Promise<string> {
  const track = await openTrack(deps, submissionId, asker);
  const [row] = await deps.db
    .select()
    .from(artistUpdates)
    .where(
      and(
        eq(artistUpdates.id, updateId),
        eq(artistUpdates.submissionId, submissionId),
        asker.staff ? isNull(artistUpdates.recalledAt) : wasSent(deps.clock.now()),
      ),
    );
  if (!track.isTheirs || !row?.scheduledDate)
    throw new AppError('not_found', 'No meeting is scheduled there.');
  return printCalendar(deps.campaign.product, {
    uid: `update-${row.id}@${deps.campaign.id}`,
    startsAt: row.scheduledDate,
    writtenAt: row.createdAt,
    title: `${deps.campaign.label}: ${track.artistName}, ${track.trackTitle}`,
    description: row.updateText,
  });
}
