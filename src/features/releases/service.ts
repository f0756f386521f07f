/** Writes releases: drafts are kept however unfinished, codes are held once they are well-formed and free. */
import { eq } from 'drizzle-orm';
import type { Asker } from '#features/payments/service-payer.ts';
import { recordAudit } from '#platform/audit.ts';
import { sql, type Tx } from '#platform/db/connect.ts';
import { AppError } from '#platform/errors.ts';
import type { Release, ReleaseDraft } from './contract.ts';
import type { Subject } from './limits.ts';
import { beginningOf, codesOf, listTaken, presentRelease, type Released } from './queries.ts';
import { beginDraft } from './rules-draft.ts';
import { findReleased, type ReleaseDeps } from './service-subject.ts';
import { releaseIsrcs, releases } from './table.ts';

export interface Save {
  revision: number;
  draft: ReleaseDraft;
}

export async function saveRelease(
  deps: ReleaseDeps,
  kind: Subject,
  id: number,
  asker: Asker,
  { revision, draft }: Save,
): Promise<Release> {
  const released = await findReleased(deps, kind, id, asker);
  if (draft.tracks.length !== released.tracks.length)
    throw new AppError(
      'invalid',
      `This release has ${released.tracks.length} tracks, neither more nor fewer.`,
    );
  await deps.db.transaction((tx) => writeDraft(deps, tx, released, asker, { revision, draft }));
  return presentRelease(deps, released);
}

/** With the codes it may hold and, where staff did it, the entry in the audit trail. */
export async function writeDraft(
  deps: Pick<ReleaseDeps, 'clock'>,
  tx: Tx,
  released: Released,
  { staff }: Asker,
  { revision, draft }: Save,
): Promise<void> {
  await lockCodes(tx, draft);
  const releaseId = await keepDraft(deps, tx, released, revision, draft);
  await holdCodes(tx, released, releaseId, draft);
  const subject = { type: released.kind === 'track' ? 'submission' : 'album', id: released.id };
  if (staff) await recordAudit(tx, { at: deps.clock.now(), actor: staff, action: 'release.save', subject });
}

const ELSEWHERE = 'This release was changed in another window. Load the page again to go on from there.';

async function keepDraft(
  { clock }: Pick<ReleaseDeps, 'clock'>,
  tx: Tx,
  { kind, id }: Released,
  revision: number,
  draft: ReleaseDraft,
): Promise<number> {
  const now = clock.now();
  const subject = kind === 'track' ? { submissionId: id } : { albumId: id };
  const [first] =
    revision > 0
      ? []
      : await tx
          .insert(releases)
          .values({ ...subject, draft, revision: 1, createdAt: now, updatedAt: now })
          .onConflictDoNothing()
          .returning({ id: releases.id });
  if (first) return first.id;
  const [row] = await tx
    .update(releases)
    .set({ draft, revision: revision + 1, updatedAt: now })
    .where(
      sql`${releases.revision} = ${revision} AND ${kind === 'track' ? releases.submissionId : releases.albumId} = ${id}`,
    )
    .returning({ id: releases.id });
  if (!row) throw new AppError('conflict', ELSEWHERE, { reason: 'changed_elsewhere' });
  return row.id;
}

/** Always in the same order, so that two saves with the same codes wait for each other instead of both giving up. */
async function lockCodes(tx: Tx, draft: ReleaseDraft): Promise<void> {
  const { ean, isrcs } = codesOf(draft);
  const names = [...(ean ? [`ean ${ean}`] : []), ...isrcs.map(({ isrc }) => `isrc ${isrc}`)].sort();
  for (const name of names) await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}

async function holdCodes(tx: Tx, released: Released, releaseId: number, draft: ReleaseDraft): Promise<void> {
  const { ean, isrcs } = codesOf(draft);
  const taken = await listTaken(tx, released, draft, releaseId);
  await tx
    .update(releases)
    .set({ ean: ean && !taken.includes(ean) ? ean : null })
    .where(eq(releases.id, releaseId));
  await tx.delete(releaseIsrcs).where(eq(releaseIsrcs.releaseId, releaseId));
  const free = isrcs.filter(({ isrc }) => !taken.includes(isrc));
  if (free.length === 0) return;
  await tx.insert(releaseIsrcs).values(
    free.map(({ isrc, position }) => ({
      releaseId,
      position,
      isrc,
      audioSha256: released.tracks[position - 1].audioSha256,
    })),
  );
}

/** For what belongs to a release before anything was typed. */
export async function ensureRelease(tx: Tx, released: Released, now: Date): Promise<void> {
  const { kind, id } = released;
  const subject = kind === 'track' ? { submissionId: id } : { albumId: id };
  const draft = beginDraft(beginningOf(released, now));
  await tx
    .insert(releases)
    .values({ ...subject, draft, revision: 1, createdAt: now, updatedAt: now })
    .onConflictDoNothing();
}
