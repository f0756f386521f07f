/** Ballots: given once for a seat, committed to at once; a seat somebody leaves is taken by another juror. */
import { createHash } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import type { Tx } from '#platform/db/connect.ts';
import { AppError } from '#platform/errors.ts';
import type { StaffIdentity } from '#platform/http/route.ts';
import { randomCode } from '#platform/tokens.ts';
import { type Grades, isComplete, spellBallot, weighGrades } from './rules.ts';
import { audit, type JuryDeps, lockJury } from './service.ts';
import { juries, juryBallots, juryEntries, juryMembers, jurySeats } from './table.ts';

type JuryRow = typeof juries.$inferSelect;
export const sha256 = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex');

const seatOf = (juryId: number, number: number, jurorId: number) =>
  and(eq(jurySeats.juryId, juryId), eq(jurySeats.number, number), eq(jurySeats.jurorId, jurorId));

/** The open round, held so that it cannot close meanwhile, the track, locked, and this juror's own seat. */
async function takeSeat(tx: Tx, id: number, number: number, juror: StaffIdentity): Promise<JuryRow> {
  const jury = await lockJury(tx, id, 'share');
  if (jury.state !== 'open') throw new AppError('closed', 'This jury round is closed.');
  await tx
    .select({ number: juryEntries.number })
    .from(juryEntries)
    .where(and(eq(juryEntries.juryId, id), eq(juryEntries.number, number)))
    .for('update');
  const [seat] = await tx
    .select()
    .from(jurySeats)
    .where(seatOf(id, number, juror.id))
    .for('update');
  if (!seat) throw new AppError('not_found', 'You have no seat for this track.');
  if (seat.state === 'rated') throw new AppError('conflict', 'Your ballot for this track is in, and final.');
  if (seat.state === 'abstained') throw new AppError('conflict', 'You left this track to somebody else.');
  return jury;
}

export async function castBallot(
  deps: JuryDeps,
  juror: StaffIdentity,
  { id, number }: { id: number; number: number },
  { grades, words }: { grades: Grades; words: string },
): Promise<{ commitment: string }> {
  return deps.db.transaction(async (tx) => {
    const jury = await takeSeat(tx, id, number, juror);
    if (!isComplete(jury.criteria, grades))
      throw new AppError('invalid', 'Grade every criterion.', { fields: { grades: 'Not all, or others' } });
    const now = deps.clock.now();
    const nonce = randomCode();
    const wordsSha256 = sha256(words);
    const letter = await readLetter(tx, id, juror.id);
    const text = spellBallot(jury.criteria, {
      jury: id,
      track: number,
      juror: letter,
      grades,
      wordsSha256,
      nonce,
    });
    const commitment = sha256(text);
    const grade = weighGrades(jury.criteria, grades);
    const ballot = { juryId: id, number, jurorId: juror.id, grades, grade, words, wordsSha256, nonce };
    await tx
      .update(jurySeats)
      .set({ state: 'rated' })
      .where(seatOf(id, number, juror.id));
    await tx.insert(juryBallots).values({ ...ballot, commitment, givenAt: now });
    await markHeard(tx, jury, number, now);
    await audit(tx, now, juror, 'jury.rate', id, { track: number, commitment });
    return { commitment };
  });
}

async function readLetter(tx: Tx, juryId: number, jurorId: number): Promise<string> {
  const [{ letter }] = await tx
    .select({ letter: juryMembers.letter })
    .from(juryMembers)
    .where(and(eq(juryMembers.juryId, juryId), eq(juryMembers.jurorId, jurorId)));
  return letter;
}

/** The hearing took place with the last ballot it was promised. */
async function markHeard(tx: Tx, { id, perTrack }: JuryRow, number: number, now: Date): Promise<void> {
  await tx.execute(sql`
    UPDATE jury_entries SET heard_at = ${now} WHERE jury_id = ${id} AND number = ${number} AND heard_at IS NULL
      AND (SELECT count(*) FROM jury_ballots b WHERE b.jury_id = ${id} AND b.number = ${number}) >= ${perTrack}`);
}

/** Somebody who knows the artist leaves the track; whoever has the fewest takes it, if anybody is left. */
export async function abstain(
  deps: JuryDeps,
  juror: StaffIdentity,
  { id, number }: { id: number; number: number },
  reason: string,
): Promise<{ replaced: boolean }> {
  return deps.db.transaction(async (tx) => {
    await takeSeat(tx, id, number, juror);
    await tx
      .update(jurySeats)
      .set({ state: 'abstained', reason })
      .where(seatOf(id, number, juror.id));
    const { rows } = await tx.execute(sql`
      INSERT INTO jury_seats (jury_id, number, juror_id)
      SELECT ${id}, ${number}, m.juror_id FROM jury_members m
      WHERE m.jury_id = ${id} AND NOT EXISTS (
        SELECT FROM jury_seats s WHERE s.jury_id = ${id} AND s.number = ${number} AND s.juror_id = m.juror_id)
      ORDER BY (SELECT count(*) FROM jury_seats s WHERE s.jury_id = ${id} AND s.juror_id = m.juror_id
        AND s.state <> 'abstained'), m.juror_id LIMIT 1
      RETURNING juror_id`);
    const replaced = rows.length > 0;
    await audit(tx, deps.clock.now(), juror, 'jury.abstain', id, { track: number, replaced });
    return { replaced };
  });
}

/** Who may hear a track by its number: whoever sits for it, and once the round is closed all staff. */
export async function findHeard({ db }: Pick<Deps, 'db'>, staff: StaffIdentity, id: number, number: number) {
  const { rows } = await db.execute<{ audio_key: string }>(sql`
    SELECT r.audio_key FROM ${juryEntries} e JOIN ${juries} j ON j.id = e.jury_id
    JOIN submissions s ON s.id = e.submission_id JOIN recordings r ON r.audio_sha256 = s.audio_sha256
    WHERE e.jury_id = ${id} AND e.number = ${number} AND (j.state <> 'open' OR EXISTS (
      SELECT FROM ${jurySeats} t WHERE t.jury_id = e.jury_id AND t.number = e.number AND t.juror_id = ${staff.id}))`);
  if (!rows[0]) throw new AppError('not_found', 'You have no seat for this track.');
  return rows[0].audio_key;
}
