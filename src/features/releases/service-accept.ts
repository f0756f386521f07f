/** Masters that look encoded and may be lossless all the same: what staff accept, and what is forgotten when nobody does. */
import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { addNotice } from '#features/notices/service.ts';
import { recordAudit } from '#platform/audit.ts';
import { AppError } from '#platform/errors.ts';
import type { StaffIdentity } from '#platform/http/route.ts';
import { DOUBT_DAYS } from './limits.ts';
import { findPhone } from './service-subject.ts';
import { type MasterRow, releaseMasterParts, releaseMasters, releases } from './table.ts';

const NOT_DOUBTED =
  'Only a master that was refused because it looks encoded can be accepted, while its bytes are kept.';

export async function acceptMaster(
  deps: Pick<Deps, 'db' | 'clock' | 'queue'>,
  id: number,
  reason: string,
  actor: StaffIdentity,
): Promise<MasterRow> {
  const now = deps.clock.now();
  return deps.db.transaction(async (tx) => {
    const [row] = await tx
      .update(releaseMasters)
      .set({ state: 'kept', refusal: null, acceptedBecause: reason, changedAt: now })
      .where(
        and(eq(releaseMasters.id, id), eq(releaseMasters.state, 'refused'), isNotNull(releaseMasters.look)),
      )
      .returning();
    if (!row) throw new AppError('conflict', NOT_DOUBTED);
    const [release] = await tx.select().from(releases).where(eq(releases.id, row.releaseId));
    const { submissionId, albumId, draft } = release;
    await addNotice(deps, tx, {
      ...{ kind: 'order', key: `master:${id}:accepted` },
      about: submissionId === null ? { albumId: albumId! } : { submissionId },
      phone: await findPhone(tx, release),
      title: `Master of ${draft.tracks[row.position - 1]?.title ?? draft.title}: accepted`,
      body: 'Our people looked at it and let it through. How far the release is stands on its page.',
      path: `/release/${submissionId === null ? 'album' : 'track'}/${submissionId ?? albumId}`,
    });
    const about = { type: 'release', id: row.releaseId };
    const detail = { position: row.position, wallHz: row.look?.wallHz ?? null, reason };
    await recordAudit(tx, { at: now, actor, action: 'release.accept-master', subject: about, detail });
    return row;
  });
}

/** After that only why it was refused is known; its pieces are swept, as no row names them. */
export async function forgetDoubted({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<number> {
  const before = new Date(clock.now().getTime() - DOUBT_DAYS * 86_400_000).toISOString();
  return db.transaction(async (tx) => {
    const rows = await tx
      .update(releaseMasters)
      .set({ look: null, audioSha256: null })
      .where(
        sql`${releaseMasters.state} = 'refused' AND ${releaseMasters.look} IS NOT NULL AND ${releaseMasters.changedAt} < ${before}`,
      )
      .returning({ id: releaseMasters.id });
    for (const { id } of rows) await tx.delete(releaseMasterParts).where(eq(releaseMasterParts.masterId, id));
    return rows.length;
  });
}
