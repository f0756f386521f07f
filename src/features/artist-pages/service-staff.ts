/** What staff may do with an artist's page: take words off it. The artist is told, and may write others. */
import { desc, eq } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { addNotice } from '#features/notices/service.ts';
import { submissions } from '#features/submissions/table.ts';
import { recordAudit, type StaffActor } from '#platform/audit.ts';
import { AppError } from '#platform/errors.ts';
import type { CLEARABLE } from './limits.ts';
import { artistNotFound } from './queries.ts';
import { artistPages } from './table.ts';

type Part = (typeof CLEARABLE)[number];

const EMPTY = { bio: '', links: [] };
const WORDS: Record<Part, string> = { bio: 'the words about you', links: 'the links' };

export async function clearWords(
  deps: Pick<Deps, 'db' | 'clock' | 'queue' | 'campaign'>,
  actor: StaffActor,
  id: number,
  { parts, reason }: { parts: Part[]; reason: string },
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const [page] = await tx.select().from(artistPages).where(eq(artistPages.id, id)).for('update');
    if (!page) throw artistNotFound();
    const cleared = (['bio', 'links'] as const).filter(
      (part) => parts.includes(part) && page[part].length > 0,
    );
    if (cleared.length === 0) throw new AppError('conflict', 'There is nothing to take off any more.');
    await tx
      .update(artistPages)
      .set(Object.fromEntries(cleared.map((part) => [part, EMPTY[part]])))
      .where(eq(artistPages.id, id));
    const at = deps.clock.now();
    const subject = { type: 'artist-page', id };
    await recordAudit(tx, {
      at,
      actor,
      action: 'artist-page.clear',
      subject,
      detail: { parts: cleared, reason },
    });
    const [track] = await tx
      .select({ submissionId: submissions.id })
      .from(submissions)
      .where(eq(submissions.artistId, id))
      .orderBy(desc(submissions.id))
      .limit(1);
    // A notice is about a track; a page whose tracks are all gone is nobody's any more.
    if (!track) return;
    await addNotice(deps, tx, {
      kind: 'message',
      key: `artist-page:${id}:${at.getTime()}`,
      about: track,
      phone: page.phoneE164,
      title: `${deps.campaign.label} changed your artist page`,
      body: `We took ${cleared.map((part) => WORDS[part]).join(' and ')} off it: ${reason} You can write others.`,
      path: `/artist/${id}`,
    });
  });
}
