/** Moderation: reports by anyone, hiding with a reason, and an artist's data exported or erased on request. */
import { asc, desc, eq, sql } from 'drizzle-orm';
import type { Deps } from '#app/deps.ts';
import { submissions } from '#features/submissions/table.ts';
import { recordAudit } from '#platform/audit.ts';
import type { Tx } from '#platform/db/connect.ts';
import { AppError } from '#platform/errors.ts';
import type { StaffIdentity } from '#platform/http/route.ts';
import type { NewReport, Report } from './contract-care.ts';
import { artistUpdates, reports } from './table-care.ts';

type CareDeps = Pick<Deps, 'db' | 'clock'>;
const notFound = () => new AppError('not_found', 'Submission not found');

export async function reportTrack(
  { db, clock }: CareDeps,
  submissionId: number,
  { kind, message, contact, voteId }: NewReport,
): Promise<void> {
  const [track] = await db
    .select({ listed: submissions.listed })
    .from(submissions)
    .where(eq(submissions.id, submissionId));
  if (!track?.listed) throw notFound();
  await db
    .insert(reports)
    .values({ submissionId, voteId: voteId ?? null, kind, message, contact, createdAt: clock.now() });
}

export async function listReports({ db }: Pick<Deps, 'db'>): Promise<Report[]> {
  const rows = await db
    .select({
      report: reports,
      artistName: submissions.artistName,
      trackTitle: submissions.trackTitle,
      hiddenAt: submissions.hiddenAt,
    })
    .from(reports)
    .innerJoin(submissions, eq(submissions.id, reports.submissionId))
    .orderBy(sql`(${reports.state} = 'open') DESC`, desc(reports.id))
    .limit(500);
  return rows.map(({ report, artistName, trackTitle, hiddenAt }) => ({
    id: report.id,
    submissionId: report.submissionId,
    voteId: report.voteId,
    artistName,
    trackTitle,
    hidden: hiddenAt !== null,
    kind: report.kind,
    message: report.message,
    contact: report.contact,
    state: report.state,
    decision: report.decision,
    createdAt: report.createdAt.toISOString(),
  }));
}

export async function decideReport(
  deps: CareDeps,
  actor: StaffIdentity,
  id: number,
  { state, decision }: { state: 'upheld' | 'dismissed'; decision: string },
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const now = deps.clock.now();
    const [report] = await tx
      .update(reports)
      .set({ state, decision, decidedAt: now, decidedBy: actor.id })
      .where(eq(reports.id, id))
      .returning();
    if (!report) throw new AppError('not_found', 'Report not found');
    const subject = { type: 'report', id };
    await recordAudit(tx, { at: now, actor, action: 'report.decide', subject, detail: { state, decision } });
    if (state === 'upheld' && report.voteId === null)
      await setHidden(deps, tx, actor, report.submissionId, decision, true);
  });
}

export function hideTrack(deps: CareDeps, actor: StaffIdentity, id: number, reason: string): Promise<void> {
  return deps.db.transaction((tx) => setHidden(deps, tx, actor, id, reason, true));
}

export function showTrack(deps: CareDeps, actor: StaffIdentity, id: number, reason: string): Promise<void> {
  return deps.db.transaction((tx) => setHidden(deps, tx, actor, id, reason, false));
}

async function setHidden(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  actor: StaffIdentity,
  id: number,
  reason: string,
  hidden: boolean,
): Promise<void> {
  const now = clock.now();
  const changed = await tx
    .update(submissions)
    .set({ hiddenAt: hidden ? now : null, hiddenReason: hidden ? reason : null })
    .where(eq(submissions.id, id))
    .returning({ id: submissions.id });
  if (changed.length === 0) throw notFound();
  const action = hidden ? 'submission.hide' : 'submission.unhide';
  await recordAudit(tx, { at: now, actor, action, subject: { type: 'submission', id }, detail: { reason } });
}

/** The submissions of one artist: those with the same phone number, however it was typed. */
async function listOfArtist({ db }: Pick<Deps, 'db'>, id: number) {
  const [one] = await db.select().from(submissions).where(eq(submissions.id, id));
  if (!one) throw notFound();
  const samePhone = one.phoneE164
    ? eq(submissions.phoneE164, one.phoneE164)
    : eq(submissions.phoneNumber, one.phoneNumber);
  const all = await db.select().from(submissions).where(samePhone).orderBy(asc(submissions.id));
  return { phoneNumber: one.phoneNumber, submissions: all };
}

/** Everything held about an artist, in a file they can be given. */
export async function exportArtist(deps: CareDeps, actor: StaffIdentity, id: number): Promise<string> {
  const artist = await listOfArtist(deps, id);
  const tracks = await Promise.all(
    artist.submissions.map(async (track) => ({
      ...track,
      updates: await deps.db.select().from(artistUpdates).where(eq(artistUpdates.submissionId, track.id)),
      reports: await deps.db.select().from(reports).where(eq(reports.submissionId, track.id)),
      payments: (
        await deps.db.execute(sql`
          SELECT product, description, amount, currency, state, created_at, paid_at, refunded_amount, card_brand, card_last4
          FROM payment_intents WHERE submission_id = ${track.id} ORDER BY id`)
      ).rows,
    })),
  );
  const subject = { type: 'submission', id };
  await recordAudit(deps.db, { at: deps.clock.now(), actor, action: 'artist.export', subject });
  return JSON.stringify(
    { exportedAt: deps.clock.now(), phoneNumber: artist.phoneNumber, submissions: tracks },
    null,
    2,
  );
}

/** Deletes an artist's tracks, audio and all that hangs on them. Records of money stay, as the law asks: they hold no phone number. */
export async function eraseArtist(
  deps: CareDeps & Pick<Deps, 'storage' | 'log'>,
  actor: StaffIdentity,
  id: number,
  { phoneNumber, reason }: { phoneNumber: string; reason: string },
): Promise<number> {
  const artist = await listOfArtist(deps, id);
  const digits = (text: string) => text.replace(/\D/g, '');
  if (digits(phoneNumber) !== digits(artist.phoneNumber))
    throw new AppError('conflict', 'The phone number typed is not the artist’s. Nothing was erased.');
  await deps.db.transaction(async (tx) => {
    for (const track of artist.submissions) await tx.delete(submissions).where(eq(submissions.id, track.id));
    await recordAudit(tx, {
      at: deps.clock.now(),
      actor,
      action: 'artist.erase',
      subject: { type: 'submission', id },
      detail: { submissions: artist.submissions.map((track) => track.id), reason },
    });
  });
  for (const { audioKey } of artist.submissions)
    await deps.storage
      .deleteObject(audioKey)
      .catch((error) => deps.log.warn({ err: error }, 'audio left behind'));
  return artist.submissions.length;
}
