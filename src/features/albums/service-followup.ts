/**
 * The follow-up: staff select an album, and its artist is texted the offer link, once an album. The text goes the way
 * of every text (people who said stop, quiet hours, caps); one that waits for the morning counts as sent until it fails.
 */
import { and, eq, isNull } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { REFUSALS, type Refusal } from '#features/sms/rules.ts';
import { sendText, type TextDeps } from '#features/sms/service.ts';
import { recordAudit } from '#platform/audit.ts';
import { sql } from '#platform/db/connect.ts';
import { AppError } from '#platform/errors.ts';
import { findAlbum } from './queries.ts';
import { FOLLOW_UP_FAILED, FOLLOW_UP_KEY, FOLLOW_UP_TEXT } from './rules.ts';
import { albums } from './table.ts';

type FollowupDeps = TextDeps & Pick<Deps, 'site'>;

/** Answers when the text goes out, if not at once. */
export async function sendFollowup(
  deps: FollowupDeps,
  albumId: number,
  actor: { id: number; name: string },
): Promise<{ scheduledFor: Date | null }> {
  const album = await findAlbum(deps, albumId);
  if (!album.analyzed) throw new AppError('conflict', 'This album has not been analyzed yet.');
  if (album.followUpSentAt) throw new AppError('conflict', 'The follow-up was already sent.');
  if (!album.phoneE164) throw new AppError('conflict', 'This phone number cannot be texted.');
  const link = `${deps.config.publicUrl ?? deps.site.url}/album-selected/${albumId}`;
  const result = await sendText(deps, {
    to: album.phoneE164,
    body: FOLLOW_UP_TEXT({ ...album, product: deps.campaign.product, link }),
    // Two clicks at once, or a crash before the row is marked: still one text.
    key: FOLLOW_UP_KEY + albumId,
  });
  if (result.state === 'failed') throw explainRefusal(result.reason);
  await markSelected(deps, albumId, actor);
  return { scheduledFor: result.state === 'scheduled' ? result.at : null };
}

/** What the network does is a bad gateway; what our own rules forbid is a conflict. Nothing is marked either way. */
function explainRefusal(reason: Refusal): AppError {
  const fromNetwork = reason === 'refused' || reason === 'unavailable' || reason === 'interrupted';
  return new AppError(fromNetwork ? 'bad_gateway' : 'conflict', `${FOLLOW_UP_FAILED}. ${REFUSALS[reason]}`, {
    reason,
  });
}

async function markSelected(
  { db, clock }: FollowupDeps,
  albumId: number,
  actor: { id: number; name: string },
): Promise<void> {
  const now = clock.now();
  await db.transaction(async (tx) => {
    const marked = await tx
      .update(albums)
      .set({ selectedAt: sql`coalesce(${albums.selectedAt}, ${now})`, followUpSentAt: now })
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

/** A text that waited for the morning and then could not go was not sent: staff see it and may try again. */
export async function reopenFailedFollowups({ db }: Pick<Deps, 'db'>): Promise<number> {
  const { rowCount } = await db.execute(sql`
    UPDATE album_submissions a SET follow_up_sent_at = NULL FROM text_messages t
    WHERE a.follow_up_sent_at IS NOT NULL AND t.key = ${FOLLOW_UP_KEY} || a.id AND t.state = 'failed'`);
  return rowCount ?? 0;
}
