/** Juries: opened with their tracks numbered by lot, closed once, published once; each deed in one transaction. */
import { createHash, randomInt } from 'node:crypto';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { admins } from '#features/accounts/table.ts';
import { addNotice } from '#features/notices/service.ts';
import { entriesOf } from '#features/rounds/queries.ts';
import { submissions } from '#features/submissions/table.ts';
import { recordAudit } from '#platform/audit.ts';
import { anyInt } from '#platform/db/any-of.ts';
import type { Tx } from '#platform/db/connect.ts';
import { AppError } from '#platform/errors.ts';
import type { StaffIdentity } from '#platform/http/route.ts';
import type { SOURCES } from './limits.ts';
import { MOST_ENTRIES } from './limits.ts';
import { listPromised } from './queries.ts';
import { assignSeats, letterOf, type Method, medianOf } from './rules.ts';
import { orderTracks } from './rules-order.ts';
import { juries, juryBallots, juryEntries, juryMembers, jurySeats } from './table.ts';

export type JuryDeps = Pick<Deps, 'db' | 'clock' | 'campaign'>;
type JuryRow = typeof juries.$inferSelect;

export interface NewJury {
  name: string;
  jurors: number[];
  method?: Method;
  source: (typeof SOURCES)[number];
  round?: string;
  best?: number;
  submissionIds?: number[];
}

export async function openJury(deps: JuryDeps, actor: StaffIdentity, given: NewJury) {
  const { jury: rules } = deps.campaign;
  if (!rules) throw new AppError('conflict', 'The campaign file names no criteria for a jury.');
  const jurors = [...new Set(given.jurors)];
  if (jurors.length < rules.perTrack)
    throw new AppError(
      'invalid',
      `Each track is heard by ${rules.perTrack}: choose as many jurors or more.`,
      {
        fields: { jurors: `At least ${rules.perTrack}` },
      },
    );
  const now = deps.clock.now();
  return deps.db.transaction(async (tx) => {
    await refuseStrangers(tx, jurors);
    const tracks = drawLots(await chooseTracks(deps, tx, given));
    const { name, method = rules.method } = given;
    const { criteria, perTrack } = rules;
    const [{ id }] = await tx
      .insert(juries)
      .values({ name, method, criteria, perTrack, openedBy: actor.id, openedAt: now })
      .returning({ id: juries.id });
    const drawn = drawLots(jurors);
    await tx
      .insert(juryMembers)
      .values(drawn.map((jurorId, place) => ({ juryId: id, jurorId, letter: letterOf(place) })));
    await tx
      .insert(juryEntries)
      .values(tracks.map((submissionId, place) => ({ juryId: id, number: place + 1, submissionId })));
    const seats = assignSeats(tracks.length, drawn, perTrack);
    await tx
      .insert(jurySeats)
      .values(
        seats.flatMap((ears, place) => ears.map((jurorId) => ({ juryId: id, number: place + 1, jurorId }))),
      );
    await audit(tx, now, actor, 'jury.open', id, { entries: tracks.length, jurors: jurors.length, method });
    return { id, entries: tracks.length };
  });
}

async function refuseStrangers(tx: Tx, jurors: readonly number[]): Promise<void> {
  const known = await tx
    .select({ id: admins.id })
    .from(admins)
    .where(and(inArray(admins.id, [...jurors]), sql`${admins.disabledAt} IS NULL`));
  if (known.length < jurors.length)
    throw new AppError('invalid', 'A juror has no account, or a disabled one.');
}

async function chooseTracks(deps: JuryDeps, tx: Tx, given: NewJury): Promise<number[]> {
  const ids = await readSource(deps, tx, given);
  if (ids.length === 0) throw new AppError('conflict', 'There is no such track to hear.');
  if (ids.length > MOST_ENTRIES)
    throw new AppError('conflict', `A jury hears at most ${MOST_ENTRIES} tracks; these are ${ids.length}.`);
  return ids;
}

async function readSource(deps: JuryDeps, tx: Tx, given: NewJury): Promise<number[]> {
  if (given.source === 'paid') return listPromised(deps, tx);
  if (given.source === 'best') {
    const round = deps.campaign.rounds.find(({ id }) => id === given.round);
    if (!round) throw new AppError('invalid', 'There is no such round.', { fields: { round: 'Unknown' } });
    const { rows } = await tx.execute<{ submission_id: number }>(entriesOf(round, given.best ?? 20));
    return rows.map((row) => row.submission_id);
  }
  const wanted = [...new Set(given.submissionIds ?? [])];
  const { rows } = await tx.execute<{ id: number }>(
    sql`SELECT s.id FROM ${submissions} s WHERE s.id = ${anyInt(wanted)} AND s.analyzed AND s.archive_id IS NULL`,
  );
  if (rows.length < wanted.length)
    throw new AppError('invalid', 'Only tracks that were analysed and are not cleared can be heard.');
  return rows.map(({ id }) => id);
}

/** Fisher and Yates. */
function drawLots<T>(given: readonly T[]): T[] {
  const drawn = [...given];
  for (let last = drawn.length - 1; last > 0; last--) {
    const other = randomInt(last + 1);
    [drawn[last], drawn[other]] = [drawn[other], drawn[last]];
  }
  return drawn;
}

export async function closeJury(deps: JuryDeps, actor: StaffIdentity, id: number) {
  return deps.db.transaction(async (tx) => {
    // Waits for ballots under way, which hold the row for share; those that come later find it closed.
    const jury = await lockJury(tx, id, 'update');
    if (jury.state !== 'open') throw new AppError('conflict', 'This jury round is closed already.');
    const ballots = await tx
      .select()
      .from(juryBallots)
      .where(eq(juryBallots.juryId, id))
      .orderBy(asc(juryBallots.id));
    const entries = await tx.select().from(juryEntries).where(eq(juryEntries.juryId, id));
    const heard = entries.filter(({ heardAt }) => heardAt !== null).map(({ number }) => number);
    await writeResults(tx, jury, heard, ballots);
    const now = deps.clock.now();
    const ballotsRoot = createHash('sha256')
      .update(ballots.map(({ commitment }) => `${commitment}\n`).join(''))
      .digest('hex');
    await tx.update(juries).set({ state: 'closed', closedAt: now, ballotsRoot }).where(eq(juries.id, id));
    const counts = { heard: heard.length, unheard: entries.length - heard.length };
    await audit(tx, now, actor, 'jury.close', id, { ...counts, ballots: ballots.length, ballotsRoot });
    return counts;
  });
}

async function writeResults(
  tx: Tx,
  { id, method }: JuryRow,
  heard: readonly number[],
  ballots: readonly (typeof juryBallots.$inferSelect)[],
): Promise<void> {
  const jurors = [...new Set(ballots.map(({ jurorId }) => jurorId))];
  const given = jurors.map(
    (juror) =>
      new Map(ballots.filter(({ jurorId }) => jurorId === juror).map(({ number, grade }) => [number, grade])),
  );
  let rank = 1;
  for (const tied of orderTracks(method, heard, given)) {
    for (const number of tied) {
      const grades = ballots.filter((ballot) => ballot.number === number).map(({ grade }) => grade);
      const spread = { low: Math.min(...grades), high: Math.max(...grades) };
      await tx
        .update(juryEntries)
        .set({ rank, median: medianOf(grades), ...spread })
        .where(and(eq(juryEntries.juryId, id), eq(juryEntries.number, number)));
    }
    rank += tied.length;
  }
}

/** Every entrant is told, also one who was not heard. */
export async function publishJury(deps: JuryDeps & Pick<Deps, 'queue'>, actor: StaffIdentity, id: number) {
  await deps.db.transaction(async (tx) => {
    const jury = await lockJury(tx, id, 'update');
    if (jury.state === 'open') throw new AppError('conflict', 'Close the round first.');
    if (jury.state === 'published') throw new AppError('conflict', 'This round is published.');
    const now = deps.clock.now();
    await tx.update(juries).set({ state: 'published', publishedAt: now }).where(eq(juries.id, id));
    const entrants = await tx
      .select({ entry: juryEntries, trackTitle: submissions.trackTitle, phone: submissions.phoneE164 })
      .from(juryEntries)
      .innerJoin(submissions, eq(submissions.id, juryEntries.submissionId))
      .where(eq(juryEntries.juryId, id));
    for (const { entry, trackTitle, phone } of entrants)
      await addNotice(deps, tx, {
        kind: 'message',
        key: `jury:${id}:${entry.number}`,
        about: { submissionId: entry.submissionId! },
        phone,
        title: `The jury’s words on “${trackTitle}”`,
        body: entry.rank ? `${jury.name}: place ${entry.rank}.` : `${jury.name}: too few jurors heard it.`,
        path: `/jury?track=${entry.submissionId}`,
      });
    await audit(tx, now, actor, 'jury.publish', id, { entries: entrants.length });
  });
}

export async function lockJury(tx: Tx, id: number, strength: 'update' | 'share'): Promise<JuryRow> {
  const [jury] = await tx.select().from(juries).where(eq(juries.id, id)).for(strength);
  if (!jury) throw new AppError('not_found', 'There is no such jury round.');
  return jury;
}

export function audit(
  tx: Tx,
  at: Date,
  actor: StaffIdentity | 'system',
  action: `jury.${string}`,
  id: number,
  detail: Record<string, unknown>,
): Promise<void> {
  return recordAudit(tx, { at, actor, action, subject: { type: 'jury', id }, detail });
}
