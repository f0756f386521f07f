/**
 * The follow-up: staff select an album, and its artist is texted the offer link, once per album. The text goes the way
 * of every text (people who said stop, quiet hours, caps); one that waits for the morning counts as sent until it fails.
 */
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { REFUSALS, type Refusal } from '#features/sms/rules.ts';
import { sendText, type TextDeps } from '#features/sms/service.ts';
import { textMessages } from '#features/sms/table.ts';
import { signArtistLink } from '#features/submissions/service-artist-links.ts';
import { recordAudit, type StaffActor } from '#platform/audit.ts';
import { AppError } from '#platform/errors.ts';
import { findAlbum } from './queries.ts';
import { FOLLOW_UP_FAILED, FOLLOW_UP_KEY, FOLLOW_UP_TEXT } from './rules.ts';
import { type AlbumRow, albumSelections, albums } from './table.ts';

export type FollowupDeps = TextDeps & Pick<Deps, 'site' | 'tokens'>;

type Selectable = Pick<AlbumRow, 'id' | 'selectedAt'>;

const ALREADY_SENT = 'The follow-up was already sent.';

/** Returns when the text goes out, if not at once. Marked and audited first: no text without an entry. */
export async function sendFollowup(
  deps: FollowupDeps,
  { albumId, letter }: { albumId: number; letter?: string },
  actor: StaffActor,
): Promise<{ scheduledFor: Date | null }> {
  const { phoneE164, ...album } = await findSelectable(deps, albumId);
  await markSelected(deps, album, actor, letter);
  const link = (deps.config.publicUrl ?? deps.site.url) + signArtistLink(deps, 'album', album).path;
  const result = await sendText(deps, {
    to: phoneE164,
    body: FOLLOW_UP_TEXT({ ...album, product: deps.campaign.product, link }),
    // Sent again after a refusal, it is still the same text.
    key: FOLLOW_UP_KEY + albumId,
    purpose: 'staff',
  });
  if (result.state === 'failed') {
    await unmark(deps, album, actor, result.reason);
    throw explainRefusal(result.reason);
  }
  return { scheduledFor: result.state === 'scheduled' ? result.at : null };
}

/** The album, when its artist can be told. */
export async function findSelectable(deps: Pick<Deps, 'db'>, albumId: number) {
  const album = await findAlbum(deps, albumId);
  if (!album.analyzed) throw new AppError('conflict', 'This album has not been analyzed yet.');
  if (album.followUpSentAt) throw new AppError('conflict', ALREADY_SENT);
  const { phoneE164 } = album;
  if (!phoneE164) throw new AppError('conflict', 'This phone number cannot be texted.');
  return { ...album, phoneE164 };
}

/** What the network does is a bad gateway; what our own rules forbid is a conflict. Nothing stays marked either way. */
function explainRefusal(reason: Refusal): AppError {
  const fromNetwork = reason === 'refused' || reason === 'unavailable' || reason === 'interrupted';
  return new AppError(fromNetwork ? 'bad_gateway' : 'conflict', `${FOLLOW_UP_FAILED}. ${REFUSALS[reason]}`, {
    reason,
  });
}

async function markSelected(
  { db, clock }: FollowupDeps,
  { id, selectedAt }: Selectable,
  actor: StaffActor,
  letter?: string,
): Promise<void> {
  const now = clock.now();
  await db.transaction(async (tx) => {
    const marked = await tx
      .update(albums)
      .set({
        selectedAt: selectedAt ?? now,
        followUpSentAt: now,
        ...(letter ? { personalMessage: letter, messageBy: actor.name } : {}),
      })
      .where(and(eq(albums.id, id), isNull(albums.followUpSentAt)))
      .returning({ id: albums.id });
    if (marked.length === 0) throw new AppError('conflict', ALREADY_SENT);
    // Whoever sends at once takes the place of what still waited.
    await tx.delete(albumSelections).where(eq(albumSelections.albumId, id));
    await recordAudit(tx, { at: now, actor, action: 'album.select', subject: { type: 'album', id } });
  });
}

/** The text was refused: the album is as it was before, and the audit trail says so. */
async function unmark(
  { db, clock }: FollowupDeps,
  { id, selectedAt }: Selectable,
  actor: StaffActor,
  reason: Refusal,
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.update(albums).set({ selectedAt, followUpSentAt: null }).where(eq(albums.id, id));
    const entry = { action: 'album.unselect', subject: { type: 'album', id }, detail: { reason } } as const;
    await recordAudit(tx, { at: clock.now(), actor, ...entry });
  });
}

/** Milliseconds. A mark this old without a text was left by a server that died in between. */
const LOST_AFTER_MS = 600_000;

/** A text that waited for the morning and then could not go was not sent: staff see it and may try again. */
export async function reopenFailedFollowups({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<number> {
  const lost = new Date(clock.now().getTime() - LOST_AFTER_MS);
  const text = sql`SELECT FROM ${textMessages} WHERE ${textMessages.key} = ${FOLLOW_UP_KEY} || ${albums.id}`;
  const { rowCount } = await db
    .update(albums)
    .set({ followUpSentAt: null })
    .where(
      sql`${albums.followUpSentAt} IS NOT NULL AND (EXISTS (${text} AND ${textMessages.state} = 'failed')
        OR (${albums.followUpSentAt} < ${lost.toISOString()} AND NOT EXISTS (${text})))`,
    );
  return rowCount ?? 0;
}
