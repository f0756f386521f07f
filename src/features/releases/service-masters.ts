/**
 * Takes masters in, piece by piece. Each piece is an object of its own and stays one, so that 500 MB are never in memory
 * and the store needs no large objects; a broken connection costs at most the piece it broke in.
 */
import { and, eq, sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import type { Asker } from '#features/payments/service-payer.ts';
import { recordAudit } from '#platform/audit.ts';
import type { Tx } from '#platform/db/connect.ts';
import { AppError } from '#platform/errors.ts';
import type { StaffIdentity } from '#platform/http/route.ts';
import { newObjectName } from '#ports/storage.ts';
import { MASTER_JOB } from './job-names.ts';
import { MASTER_BYTES, MASTER_PIECE_BYTES, UNPAID_BYTES } from './limits.ts';
import { type Released, readRow } from './queries.ts';
import { ensureRelease } from './service.ts';
import { listParts } from './service-sound.ts';
import { findPhone, findReleased, type ReleaseDeps } from './service-subject.ts';
import { type MasterRow, type ReleaseRow, releaseMasterParts, releaseMasters, releases } from './table.ts';

export type MasterDeps = ReleaseDeps & Pick<Deps, 'storage' | 'queue' | 'log'>;

export const MASTER_FOLDER = 'masters/';
/** A shorter rest of a broken call is not worth an object. */
const LEAST_PIECE = 64 * 1024;

const gone = () => new AppError('not_found', 'There is no such master.');
const UNKNOWN_SENDER =
  'A master takes much room. Sign in with your phone number first, or order the distribution.';

const NO_ROOM =
  'Your masters fill the room there is before a release is paid. Order the distribution, or remove one.';

export interface NewFile {
  name: string;
  stamp: string;
  bytes: number;
}

/** The same file goes on where it was; another takes the place of the one before. */
export async function openMaster(
  deps: MasterDeps,
  released: Released,
  position: number,
  { staff, visitor }: Asker,
  file: NewFile,
): Promise<MasterRow> {
  if (!released.tracks[position - 1])
    throw new AppError('not_found', `This release has no track ${position}.`);
  if (file.bytes > MASTER_BYTES) throw new AppError('too_large', 'A master may have 500 MB at most.');
  const { row, left } = await deps.db.transaction(async (tx) => {
    await ensureRelease(tx, released, deps.clock.now());
    const release = await readRow(tx, released);
    if (!release) throw gone();
    // Two that begin at once wait for each other.
    await tx.select({ id: releases.id }).from(releases).where(eq(releases.id, release.id)).for('update');
    const place = { releaseId: release.id, position };
    if (!staff && !released.isPaid) await requireRoom(tx, release, place, visitor.person?.phone, file.bytes);
    return replaceMaster(deps, tx, place, file, staff);
  });
  await forgetObjects(deps, left);
  return row;
}

/** Before a release is paid its masters are the number's own, and no number fills the store with them. */
async function requireRoom(
  tx: Tx,
  release: Pick<ReleaseRow, 'submissionId' | 'albumId'>,
  { releaseId, position }: Pick<MasterRow, 'releaseId' | 'position'>,
  phone: string | undefined,
  bytes: number,
): Promise<void> {
  if (!phone || phone !== (await findPhone(tx, release))) throw new AppError('forbidden', UNKNOWN_SENDER);
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext(${`masters of ${phone}`}))`);
  const { rows } = await tx.execute<{ bytes: number }>(sql`
    SELECT coalesce(sum(m.bytes), 0)::float AS bytes FROM release_masters m JOIN releases r ON r.id = m.release_id
    LEFT JOIN submissions s ON s.id = r.submission_id LEFT JOIN album_submissions a ON a.id = r.album_id
    WHERE coalesce(s.phone_e164, a.phone_e164) = ${phone} AND NOT coalesce(s.distribution_paid, a.distribution_paid)
      AND (m.release_id, m.position) <> (${releaseId}, ${position})`);
  if (rows[0].bytes + bytes > UNPAID_BYTES) throw new AppError('conflict', NO_ROOM);
}

async function replaceMaster(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  { releaseId, position }: Pick<MasterRow, 'releaseId' | 'position'>,
  file: NewFile,
  actor: StaffIdentity | null,
): Promise<{ row: MasterRow; left: string[] }> {
  const [before] = await tx
    .select()
    .from(releaseMasters)
    .where(and(eq(releaseMasters.releaseId, releaseId), eq(releaseMasters.position, position)))
    .for('update');
  const isSame = before?.fileStamp === file.stamp && before.bytes === file.bytes;
  if (isSame && before.state !== 'refused') return { row: before, left: [] };
  const left = before ? await dropMaster(tx, before.id) : [];
  const now = clock.now();
  const [row] = await tx
    .insert(releaseMasters)
    .values({
      ...{ releaseId, position, bytes: file.bytes, changedAt: now },
      ...{ fileName: file.name, fileStamp: file.stamp },
    })
    .returning();
  if (actor) await noteDeed(tx, now, actor, 'release.master', releaseId);
  return { row, left };
}

const noteDeed = (tx: Tx, at: Date, actor: StaffIdentity, action: `release.${string}`, releaseId: number) =>
  recordAudit(tx, { at, actor, action, subject: { type: 'release', id: releaseId } });

/** Answers with the objects nobody names any more. */
async function dropMaster(tx: Tx, id: number): Promise<string[]> {
  const parts = await listParts(tx, id);
  await tx.delete(releaseMasters).where(eq(releaseMasters.id, id));
  return parts.map(({ objectKey }) => objectKey);
}

/** For its artist and staff. */
export async function findMaster(deps: MasterDeps, id: number, asker: Asker): Promise<MasterRow> {
  const [found] = await deps.db
    .select({ master: releaseMasters, submissionId: releases.submissionId, albumId: releases.albumId })
    .from(releaseMasters)
    .innerJoin(releases, eq(releases.id, releaseMasters.releaseId))
    .where(eq(releaseMasters.id, id));
  if (!found) throw gone();
  const { submissionId, albumId, master } = found;
  await findReleased(deps, submissionId === null ? 'album' : 'track', (submissionId ?? albumId)!, asker);
  return master;
}

/** Keeps what arrives, also of a call that breaks off; the last piece sets the listening going. */
export async function addToMaster(
  deps: MasterDeps,
  master: MasterRow,
  offset: number,
  bytes: AsyncIterable<Uint8Array>,
): Promise<MasterRow> {
  if (master.state !== 'arriving') throw new AppError('conflict', 'This master has arrived already.');
  if (offset !== master.received)
    throw new AppError('conflict', `The next byte is number ${master.received}.`, { reason: 'offset' });
  let row = master;
  for await (const piece of cutPieces(bytes)) {
    if (row.received + piece.length > row.bytes)
      throw new AppError('too_large', 'There are more bytes than were announced.');
    if (piece.length < LEAST_PIECE && row.received + piece.length < row.bytes)
      throw new AppError('invalid', `A piece has at least ${LEAST_PIECE} bytes, but for the last.`);
    row = await keepPiece(deps, row, piece);
  }
  return row;
}

async function* cutPieces(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = [];
  let size = 0;
  const join = () => {
    const joined = Buffer.concat(held);
    [held, size] = [[], 0];
    return joined;
  };
  let broken = false;
  try {
    for await (const chunk of bytes) {
      const room = MASTER_PIECE_BYTES - size;
      held.push(chunk.subarray(0, room));
      size += Math.min(room, chunk.length);
      if (size < MASTER_PIECE_BYTES) continue;
      yield join();
      const rest = chunk.subarray(room);
      if (rest.length > 0) [held, size] = [[rest], rest.length];
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    broken = true;
  }
  if (size >= (broken ? LEAST_PIECE : 1)) yield join();
}

async function keepPiece(deps: MasterDeps, master: MasterRow, piece: Buffer): Promise<MasterRow> {
  const objectKey = MASTER_FOLDER + newObjectName('bin');
  await deps.storage.putObject(objectKey, piece, { contentType: 'application/octet-stream' });
  try {
    return await deps.db.transaction(async (tx) => {
      const received = master.received + piece.length;
      const isWhole = received === master.bytes;
      const [row] = await tx
        .update(releaseMasters)
        .set({ received, changedAt: deps.clock.now(), ...(isWhole ? { state: 'checking' as const } : {}) })
        .where(and(eq(releaseMasters.id, master.id), eq(releaseMasters.received, master.received)))
        .returning();
      if (!row) throw new AppError('conflict', 'These bytes came twice at once.', { reason: 'offset' });
      const part = { masterId: row.id, startByte: master.received, bytes: piece.length, objectKey };
      await tx.insert(releaseMasterParts).values(part);
      if (isWhole) await deps.queue.enqueue(tx, MASTER_JOB, { masterId: row.id });
      return row;
    });
  } catch (error) {
    await forgetObjects(deps, [objectKey]);
    throw error;
  }
}

export async function removeMaster(
  deps: MasterDeps,
  { id, releaseId }: MasterRow,
  actor: StaffIdentity | null,
): Promise<void> {
  const left = await deps.db.transaction(async (tx) => {
    if (actor) await noteDeed(tx, deps.clock.now(), actor, 'release.remove-master', releaseId);
    return dropMaster(tx, id);
  });
  await forgetObjects(deps, left);
}

/** What stays behind is swept: no row names it. */
export async function forgetObjects(
  { storage, log }: Pick<Deps, 'storage' | 'log'>,
  keys: readonly string[],
): Promise<void> {
  for (const key of keys)
    await storage.deleteObject(key).catch((err) => log.warn({ err }, 'a piece of a master was left behind'));
}

/** Rows of uploads that nobody went on with; their objects are swept after them. */
export async function giveUpOld({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<number> {
  const before = new Date(clock.now().getTime() - 7 * 86_400_000).toISOString();
  const rows = await db
    .delete(releaseMasters)
    .where(sql`${releaseMasters.state} = 'arriving' AND ${releaseMasters.changedAt} < ${before}`)
    .returning({ id: releaseMasters.id });
  return rows.length;
}
