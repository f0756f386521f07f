/** Follow-ups: updates for the artist, and meetings. */
import { and, desc, eq, sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { addNotice } from '#features/notices/service.ts';
import { mayActFor, type TrackAsker } from '#features/submissions/service-artist-links.ts';
import { submissions } from '#features/submissions/table.ts';
import { recordAudit } from '#platform/audit.ts';
import { AppError } from '#platform/errors.ts';
import type { StaffIdentity } from '#platform/http/route.ts';
import type { ArtistUpdate, NewUpdate } from './contract.ts';
import { printCalendar } from './format-calendar.ts';
import { MESSAGES_PATH } from './rules.ts';
import { artistUpdates } from './table.ts';

type FollowUpDeps = Pick<Deps, 'db' | 'clock' | 'campaign'>;
type WriteDeps = FollowUpDeps & Pick<Deps, 'queue'>;
type PrivateReads = Pick<Deps, 'db' | 'clock' | 'tokens'>;
type UpdateRow = typeof artistUpdates.$inferSelect;

const notFound = () => new AppError('not_found', 'Submission not found');

function present(row: UpdateRow): ArtistUpdate {
  return {
    id: row.id,
    submissionId: row.submissionId,
    updateText: row.updateText,
    status: row.status,
    createdAt: row.createdAt.toISOString(),
    scheduledDate: row.scheduledDate?.toISOString() ?? null,
    timeZone: row.timeZone,
  };
}

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
      phoneE164: submissions.phoneE164,
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
    .where(eq(artistUpdates.submissionId, id))
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
  const { phoneE164, trackTitle } = await requireTrack(deps, submissionId, true);
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
      })
      .returning();
    const subject = { type: 'submission', id: submissionId };
    const detail = { updateId: row.id, status: row.status };
    await recordAudit(tx, { at: now, actor, action: 'artist.update', subject, detail });
    await addNotice(deps, tx, {
      kind: 'message',
      key: `message:${row.id}`,
      about: { submissionId },
      phone: phoneE164,
      title: `${deps.campaign.label} wrote to you about “${trackTitle}”`,
      body: row.updateText,
      path: MESSAGES_PATH,
    });
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
    .where(and(eq(artistUpdates.id, updateId), eq(artistUpdates.submissionId, submissionId)));
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
