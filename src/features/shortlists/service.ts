/** Shortlists and their listening links; each deed with its audit entry in one transaction. */
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { readTracks } from '#features/catalogue/queries.ts';
import { recordAudit } from '#platform/audit.ts';
import { anyInt } from '#platform/db/any-of.ts';
import type { Tx } from '#platform/db/connect.ts';
import { AppError, sqlState } from '#platform/errors.ts';
import type { StaffIdentity } from '#platform/http/route.ts';
import { randomCode } from '#platform/tokens.ts';
import type { ListeningLink, Shortlist, ShortlistSummary } from './contract.ts';
import { MOST_TRACKS } from './limits.ts';
import { listeningLinks, shortlists, shortlistTracks } from './table.ts';

type ListDeps = Pick<Deps, 'db' | 'clock'>;

const DAY_MS = 86_400_000;
const notFound = () => new AppError('not_found', 'There is no such shortlist.');

export async function listShortlists({ db, clock }: ListDeps): Promise<ShortlistSummary[]> {
  const { rows } = await db.execute<ShortlistSummary & Record<string, unknown>>(sql`
    SELECT l.id, l.name, (SELECT count(*)::int FROM ${shortlistTracks} t WHERE t.shortlist_id = l.id) AS tracks,
      (SELECT count(*)::int FROM ${listeningLinks} k
       WHERE k.shortlist_id = l.id AND k.revoked_at IS NULL AND k.expires_at > ${clock.now()}) AS links
    FROM ${shortlists} l ORDER BY l.id DESC LIMIT 500`);
  return rows;
}

export async function readShortlist(deps: ListDeps, id: number): Promise<Shortlist> {
  const { db, clock } = deps;
  const [list] = await db.select().from(shortlists).where(eq(shortlists.id, id));
  if (!list) throw notFound();
  const [ids, links] = await Promise.all([
    readOrder(deps, id),
    db
      .select()
      .from(listeningLinks)
      .where(eq(listeningLinks.shortlistId, id))
      .orderBy(sql`id DESC`)
      .limit(100),
  ]);
  const now = clock.now();
  return {
    id,
    name: list.name,
    version: list.version,
    tracks: await readTracks(deps, ids),
    links: links.map((link) => ({
      id: link.id,
      label: link.label,
      madeAt: link.madeAt.toISOString(),
      expiresAt: link.expiresAt.toISOString(),
      state: stateOf(link, now),
      opened: link.opened,
    })),
  };
}

function stateOf(link: typeof listeningLinks.$inferSelect, now: Date): ListeningLink['state'] {
  if (link.revokedAt) return 'revoked';
  return link.expiresAt > now ? 'open' : 'over';
}

async function readOrder({ db }: Pick<Deps, 'db'>, id: number): Promise<number[]> {
  const rows = await db
    .select({ id: shortlistTracks.submissionId })
    .from(shortlistTracks)
    .where(eq(shortlistTracks.shortlistId, id))
    .orderBy(shortlistTracks.position);
  return rows.map((row) => row.id);
}

export async function createShortlist({ db, clock }: ListDeps, actor: StaffIdentity, name: string) {
  try {
    return await db.transaction(async (tx) => {
      const now = clock.now();
      const [list] = await tx
        .insert(shortlists)
        .values({ name, madeBy: actor.id, madeAt: now })
        .returning({ id: shortlists.id });
      await audit(tx, now, actor, 'shortlist.create', list.id);
      return list;
    });
  } catch (error) {
    if (sqlState(error) === '23505') throw new AppError('conflict', 'There is a shortlist of that name.');
    throw error;
  }
}

export async function deleteShortlist(
  { db, clock }: ListDeps,
  actor: StaffIdentity,
  id: number,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockList(tx, id);
    await tx.delete(shortlists).where(eq(shortlists.id, id));
    await audit(tx, clock.now(), actor, 'shortlist.delete', id);
  });
}

export async function orderShortlist(
  { db, clock }: ListDeps,
  actor: StaffIdentity,
  id: number,
  { version, submissionIds }: { version: number; submissionIds: number[] },
): Promise<{ version: number }> {
  const ids = [...new Set(submissionIds)];
  return db.transaction(async (tx) => {
    const list = await lockList(tx, id);
    if (list.version !== version)
      throw new AppError('conflict', 'Somebody changed this list meanwhile: it is shown as it is now.');
    await refuseUnknown(tx, ids);
    await tx.delete(shortlistTracks).where(eq(shortlistTracks.shortlistId, id));
    if (ids.length > 0)
      await tx
        .insert(shortlistTracks)
        .values(ids.map((submissionId, place) => ({ shortlistId: id, submissionId, position: place + 1 })));
    await audit(tx, clock.now(), actor, 'shortlist.order', id, { tracks: ids.length });
    return raiseVersion(tx, id);
  });
}

export async function addToShortlist(
  { db, clock }: ListDeps,
  actor: StaffIdentity,
  id: number,
  submissionId: number,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockList(tx, id);
    await refuseUnknown(tx, [submissionId]);
    const { rows } = await tx.execute(sql`
      INSERT INTO shortlist_tracks (shortlist_id, submission_id, position)
      SELECT ${id}, ${submissionId}, coalesce(max(position), 0) + 1 FROM shortlist_tracks WHERE shortlist_id = ${id}
      HAVING count(*) < ${MOST_TRACKS}
      ON CONFLICT (shortlist_id, submission_id) DO NOTHING RETURNING position`);
    if (rows.length === 0) return;
    await audit(tx, clock.now(), actor, 'shortlist.add', id, { submissionId });
    await raiseVersion(tx, id);
  });
}

async function refuseUnknown(tx: Tx, ids: readonly number[]): Promise<void> {
  const { rows } = await tx.execute<{ known: number }>(sql`
    SELECT count(*)::int AS known FROM submissions s WHERE s.id = ${anyInt(ids)} AND s.archive_id IS NULL`);
  if (rows[0].known < ids.length) throw new AppError('invalid', 'A track is not there any more.');
}

async function raiseVersion(tx: Tx, id: number): Promise<{ version: number }> {
  const [list] = await tx
    .update(shortlists)
    .set({ version: sql`${shortlists.version} + 1` })
    .where(eq(shortlists.id, id))
    .returning({ version: shortlists.version });
  return list;
}

async function lockList(tx: Tx, id: number) {
  const [list] = await tx.select().from(shortlists).where(eq(shortlists.id, id)).for('update');
  if (!list) throw notFound();
  return list;
}

export async function makeLink(
  { db, clock, tokens }: ListDeps & Pick<Deps, 'tokens'>,
  actor: StaffIdentity,
  id: number,
  { label, days }: { label: string; days: number },
): Promise<{ path: string; expiresAt: string }> {
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + days * DAY_MS);
  const token = randomCode();
  await db.transaction(async (tx) => {
    await lockList(tx, id);
    const link = { shortlistId: id, label, madeBy: actor.id, madeAt: now, expiresAt };
    await tx.insert(listeningLinks).values({ ...link, tokenDigest: tokens.digest('listen', token) });
    await audit(tx, now, actor, 'shortlist.share', id, { days });
  });
  return { path: `/listen/${token}`, expiresAt: expiresAt.toISOString() };
}

export async function revokeLink({ db, clock }: ListDeps, actor: StaffIdentity, id: number): Promise<void> {
  await db.transaction(async (tx) => {
    const now = clock.now();
    const [link] = await tx
      .update(listeningLinks)
      .set({ revokedAt: now })
      .where(and(eq(listeningLinks.id, id), isNull(listeningLinks.revokedAt)))
      .returning({ shortlistId: listeningLinks.shortlistId });
    if (!link) throw new AppError('not_found', 'There is no such link, or it was ended before.');
    await audit(tx, now, actor, 'shortlist.unshare', link.shortlistId, { link: id });
  });
}

/** The list a token opens now. */
async function findOpen({ db, clock, tokens }: ListDeps & Pick<Deps, 'tokens'>, token: string) {
  const [link] = await db
    .select()
    .from(listeningLinks)
    .where(
      and(
        eq(listeningLinks.tokenDigest, tokens.digest('listen', token)),
        isNull(listeningLinks.revokedAt),
        gt(listeningLinks.expiresAt, clock.now()),
      ),
    );
  if (!link) throw new AppError('gone', 'This link is over. Ask whoever sent it for a new one.');
  return link;
}

export async function readListening(deps: ListDeps & Pick<Deps, 'tokens'>, token: string) {
  const link = await findOpen(deps, token);
  const { name, tracks } = await readShortlist(deps, link.shortlistId);
  await deps.db
    .update(listeningLinks)
    .set({ opened: sql`${listeningLinks.opened} + 1` })
    .where(eq(listeningLinks.id, link.id));
  return {
    name,
    expiresAt: link.expiresAt.toISOString(),
    tracks: tracks.map(({ id, artistName, trackTitle, seconds, hookAt, lufs, peaks }) => ({
      id,
      artistName,
      trackTitle,
      seconds,
      hookAt,
      lufs,
      peaks,
    })),
  };
}

/** Where the bytes of a track are, if the link plays it. */
export async function findListened(
  deps: ListDeps & Pick<Deps, 'tokens'>,
  token: string,
  submissionId: number,
): Promise<string> {
  const link = await findOpen(deps, token);
  const { rows } = await deps.db.execute<{ audio_key: string }>(sql`
    SELECT r.audio_key FROM ${shortlistTracks} t JOIN submissions s ON s.id = t.submission_id AND s.archive_id IS NULL
    JOIN recordings r ON r.audio_sha256 = s.audio_sha256
    WHERE t.shortlist_id = ${link.shortlistId} AND t.submission_id = ${submissionId}`);
  if (!rows[0]) throw new AppError('not_found', 'This link does not play that track.');
  return rows[0].audio_key;
}

function audit(
  tx: Tx,
  at: Date,
  actor: StaffIdentity,
  action: `shortlist.${string}`,
  id: number,
  detail: Record<string, unknown> = {},
): Promise<void> {
  return recordAudit(tx, { at, actor, action, subject: { type: 'shortlist', id }, detail });
}
