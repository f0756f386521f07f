/** The follow-up: staff select an album, and its artist is texted the offer link. Once an album. */
import { and, eq, isNull } from 'drizzle-orm';
import type { Deps } from '#app/deps.ts';
import { recordAudit } from '#platform/audit.ts';
import { AppError } from '#platform/errors.ts';
import { TextError } from '#providers/sms/port.ts';
import { findAlbum } from './queries.ts';
import { FOLLOW_UP_TEXT } from './rules.ts';
import { albums } from './table.ts';

type FollowupDeps = Pick<Deps, 'db' | 'clock' | 'texts' | 'campaign' | 'config' | 'site'>;

const FAILED = 'Failed to send follow-up message';

export async function sendFollowup(
  deps: FollowupDeps,
  albumId: number,
  actor: { id: number; name: string },
): Promise<void> {
  const album = await findAlbum(deps, albumId);
  if (!album.analyzed) throw new AppError('conflict', 'This album has not been analyzed yet.');
  if (album.followUpSentAt) throw new AppError('conflict', 'The follow-up was already sent.');
  if (!album.phoneE164) throw new AppError('conflict', 'This phone number cannot be texted.');
  const link = `${deps.config.publicUrl ?? deps.site.url}/album-selected/${albumId}`;
  await sendOnce(deps, {
    to: album.phoneE164,
    body: FOLLOW_UP_TEXT({ ...album, product: deps.campaign.product, link }),
    // Two clicks at once, or a crash before the row is marked: still one text.
    idempotencyKey: `album-follow-up:${albumId}`,
  });
  const now = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    const marked = await tx
      .update(albums)
      .set({ selectedAt: album.selectedAt ?? now, followUpSentAt: now })
      .where(and(eq(albums.id, albumId), isNull(albums.followUpSentAt)))
      .returning({ id: albums.id });
    if (marked.length === 0) return;
    await recordAudit(tx, {
      at: now,
      actor,
      action: 'album.select',
      subject: { type: 'album', id: albumId },
    });
  });
}

async function sendOnce({ texts }: FollowupDeps, text: Parameters<FollowupDeps['texts']['sendText']>[0]) {
  try {
    await texts.sendText(text);
  } catch (error) {
    if (error instanceof TextError) throw new AppError('bad_gateway', `${FAILED}. ${error.message}`);
    throw error;
  }
}
