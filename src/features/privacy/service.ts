/**
 * An artist's data, exported or erased on request. An artist is a phone number, however it was typed: everything that
 * was sent in, voted, invited or bought with it. Erasing deletes what is theirs; where others or the law need the record
 * (votes on other tracks, books, standings) it stays without anything that names them.
 */
import { asc, eq, inArray, or, sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { albums, albumTracks } from '#features/albums/table.ts';
import { eraseNumbers, markErased } from '#features/invitations/service-erasure.ts';
import { cancelCalledOff, digestPhone } from '#features/sms/service.ts';
import { forgetRecordings } from '#features/submissions/service-sweep.ts';
import { submissions } from '#features/submissions/table.ts';
import { recordAudit } from '#platform/audit.ts';
import type { Tx } from '#platform/db/connect.ts';
import { AppError } from '#platform/errors.ts';
import type { StaffIdentity } from '#platform/http/route.ts';
import { spellPhone } from '#platform/phone.ts';
import { keepDigits } from '#platform/phone-digits.ts';

type DataDeps = Pick<Deps, 'db' | 'clock'>;
type EraseDeps = DataDeps & Pick<Deps, 'storage' | 'log' | 'tokens' | 'sms' | 'textListeners'>;

interface Artist {
  phoneNumber: string;
  /** E.164 where the number is one; otherwise the digits are compared. */
  e164: string | null;
  /** The digits of every spelling it was seen in or may have been typed in. */
  digits: string[];
  tracks: (typeof submissions.$inferSelect)[];
  albums: (typeof albums.$inferSelect)[];
  albumTracks: (typeof albumTracks.$inferSelect)[];
  /** As they called themselves. */
  names: string[];
}

async function findArtist({ db }: Pick<Deps, 'db'>, id: number): Promise<Artist> {
  const [one] = await db.select().from(submissions).where(eq(submissions.id, id));
  if (!one) throw new AppError('not_found', 'Submission not found');
  const { phoneNumber, phoneE164: e164 } = one;
  const own = keepDigits(phoneNumber);
  const samePhone = e164 ? eq(submissions.phoneE164, e164) : eq(submissions.phoneNumber, phoneNumber);
  const tracks = await db.select().from(submissions).where(samePhone).orderBy(asc(submissions.id));
  const theirs = await db
    .select()
    .from(albums)
    .where(or(eq(albums.phoneKey, e164 ?? own), eq(albums.phoneKey, own)))
    .orderBy(asc(albums.id));
  const ids = theirs.map((album) => album.id);
  const heard = ids.length
    ? await db.select().from(albumTracks).where(inArray(albumTracks.albumId, ids))
    : [];
  const names = [...new Set([...tracks, ...theirs].map(({ artistName }) => artistName.toLowerCase()))];
  const typed = [...tracks, ...theirs].map((row) => keepDigits(row.phoneNumber));
  const digits = [...new Set([own, ...typed, ...(e164 ? spellPhone(e164) : [])])];
  return { phoneNumber, e164, digits, tracks, albums: theirs, albumTracks: heard, names };
}

const idsOf = (rows: readonly { id: number }[]) => sql`ANY(${sql.param(rows.map(({ id }) => id))}::int[])`;
const namesOf = ({ names }: Artist) => sql`ANY(${sql.param(names)}::text[])`;
const sameNumber = (column: string, { digits }: Artist) =>
  sql`regexp_replace(${sql.raw(column)}, '\\D', '', 'g') = ANY(${sql.param(digits)}::text[])`;

/** Payments for their tracks and albums, and votes they bought for others. */
const boughtBy = (
  artist: Artist,
) => sql`(submission_id = ${idsOf(artist.tracks)} OR album_id = ${idsOf(artist.albums)}
  OR ${sameNumber("coalesce(payload->>'voterPhone', '')", artist)})`;
const votedBy = (artist: Artist) =>
  sql`(phone_e164 = ${artist.e164} OR ${sameNumber('voter_phone', artist)})`;

/** Everything held about an artist, in a file they can be given. Other people's names and numbers stay out of it. */
export async function exportArtist(deps: DataDeps, actor: StaffIdentity, id: number): Promise<string> {
  const artist = await findArtist(deps, id);
  const read = async (query: ReturnType<typeof sql>) => (await deps.db.execute(query)).rows;
  const ofTracks = (table: string) =>
    read(sql`SELECT * FROM ${sql.raw(table)} WHERE submission_id = ${idsOf(artist.tracks)} ORDER BY id`);
  const data = {
    exportedAt: deps.clock.now(),
    phoneNumber: artist.phoneNumber,
    submissions: artist.tracks,
    updates: await ofTracks('artist_updates'),
    reports: await ofTracks('reports'),
    lyrics: await read(
      sql`SELECT * FROM lyrics WHERE submission_id = ${idsOf(artist.tracks)} ORDER BY submission_id, revision`,
    ),
    albums: artist.albums.map((album) => ({
      ...album,
      tracks: artist.albumTracks.filter(({ albumId }) => albumId === album.id),
    })),
    payments: await read(sql`
      SELECT product, description, amount, currency, state, created_at, paid_at, refunded_amount, card_brand, card_last4
      FROM payment_intents WHERE ${boughtBy(artist)} ORDER BY id`),
    orders: await read(sql`
      SELECT o.product, o.title, o.state, o.opened_at, o.due_at,
        (SELECT jsonb_object_agg(d.store, d.state) FROM distribution_stores d WHERE d.order_id = o.id) AS stores
      FROM orders o WHERE o.submission_id = ${idsOf(artist.tracks)} OR o.album_id = ${idsOf(artist.albums)} ORDER BY o.id`),
    votes: await read(sql`
      SELECT submission_id, kind, vote_count, voter_name, voter_phone, comment, state, created_at
      FROM votes WHERE ${votedBy(artist)} ORDER BY id`),
    standings: await read(
      sql`SELECT * FROM round_standings WHERE submission_id = ${idsOf(artist.tracks)} ORDER BY round_id, rank`,
    ),
    referralsMade: await read(sql`
      SELECT referrer_name, message_sent, delivery, created_at FROM referrals
      WHERE submission_id = ${idsOf(artist.tracks)} ORDER BY id`),
    referralsReceived: await read(sql`
      SELECT referred_name, referred_phone, message_sent, delivery, created_at FROM referrals
      WHERE phone_e164 = ${artist.e164} ORDER BY id`),
    invitationsMade: await read(sql`
      SELECT invited_by, invitation_sent, created_at FROM invited_artists
      WHERE lower(invited_by) = ${namesOf(artist)} ORDER BY id`),
    textsReceived: await read(
      sql`SELECT phone, body, state, delivery, created_at FROM text_messages WHERE phone = ${artist.e164} ORDER BY id`,
    ),
  };
  const subject = { type: 'submission', id };
  await deps.db.transaction((tx) =>
    recordAudit(tx, { at: deps.clock.now(), actor, action: 'artist.export', subject }),
  );
  return JSON.stringify(data, null, 2);
}

/** Erases an artist for good. Returns how many submissions that were. */
export async function eraseArtist(
  deps: EraseDeps,
  actor: StaffIdentity,
  id: number,
  { phoneNumber, reason }: { phoneNumber: string; reason: string },
): Promise<number> {
  const artist = await findArtist(deps, id);
  if (keepDigits(phoneNumber) !== keepDigits(artist.phoneNumber))
    throw new AppError('conflict', 'The phone number typed is not the artist’s. Nothing was erased.');
  await deps.db.transaction(async (tx) => {
    await forgetInBooks(tx, artist);
    await forgetElsewhere(deps, tx, artist);
    await forgetTexts(deps, tx, artist);
    for (const album of artist.albums) await tx.delete(albums).where(eq(albums.id, album.id));
    for (const track of artist.tracks) await tx.delete(submissions).where(eq(submissions.id, track.id));
    const heard = [...artist.tracks, ...artist.albumTracks].map(({ audioSha256 }) => audioSha256);
    await forgetRecordings(tx, heard);
    const detail = {
      submissions: artist.tracks.map((track) => track.id),
      albums: artist.albums.length,
      reason,
    };
    const subject = { type: 'submission', id };
    await recordAudit(tx, { at: deps.clock.now(), actor, action: 'artist.erase', subject, detail });
  });
  await cancelCalledOff(deps);
  const objects = [
    ...[...artist.tracks, ...artist.albumTracks].map(({ audioKey }) => audioKey),
    ...artist.albums.flatMap(({ coverKey }) => coverKey ?? []),
  ];
  for (const key of objects)
    await deps.storage
      .deleteObject(key)
      .catch((error) => deps.log.warn({ err: error }, 'an object was left behind'));
  return artist.tracks.length;
}

const ERASED = 'Erased on request';

/** The law keeps amounts, dates and references of payments; whom they name it does not need. */
async function forgetInBooks(tx: Tx, artist: Artist): Promise<void> {
  await tx.execute(sql`
    UPDATE sandbox_intents SET description = ${ERASED}
    WHERE id IN (SELECT provider_id FROM payment_intents WHERE ${boughtBy(artist)})`);
  await tx.execute(sql`
    UPDATE orders SET title = ${ERASED}, note = ''
    WHERE submission_id = ${idsOf(artist.tracks)} OR album_id = ${idsOf(artist.albums)}`);
  await tx.execute(sql`
    UPDATE payment_intents SET description = ${ERASED}, browser_digest = NULL,
      payload = CASE WHEN ${sameNumber("coalesce(payload->>'voterPhone', '')", artist)}
        THEN payload - 'voterName' - 'voterPhone' - 'comment' ELSE payload END
    WHERE ${boughtBy(artist)}`);
}

/** What others count on stays, without a name: votes for other tracks, and the standings a round was decided on. */
async function forgetElsewhere({ tokens }: Pick<Deps, 'tokens'>, tx: Tx, artist: Artist): Promise<void> {
  const mark = markErased(digestPhone({ tokens }, artist.e164 ?? artist.digits[0]));
  await tx.execute(sql`
    UPDATE votes SET voter_name = '', voter_phone = '', comment = NULL, address_digest = NULL, device_digest = NULL,
      phone_e164 = CASE WHEN phone_e164 IS NULL THEN NULL ELSE ${mark} END
    WHERE ${votedBy(artist)}`);
  await tx.execute(sql`
    UPDATE round_standings SET artist_name = ${ERASED}, track_title = ${ERASED}, reason = ''
    WHERE submission_id = ${idsOf(artist.tracks)}`);
  await tx.execute(
    sql`UPDATE reports SET contact = '', message = ${ERASED} WHERE ${sameNumber('contact', artist)}`,
  );
}

/** Texts to their number, and texts that were sent in their name. */
async function forgetTexts(deps: EraseDeps, tx: Tx, artist: Artist): Promise<void> {
  if (artist.e164) await eraseNumbers(deps, tx, [artist.e164], deps.clock.now());
  const sent = sql`(SELECT id FROM invited_artists WHERE lower(invited_by) = ${namesOf(artist)})`;
  const about = sql`(split_part(key, ':', 1) = 'referral'
    AND split_part(key, ':', 2) = ANY(${sql.param(artist.tracks.map(({ id }) => String(id)))}::text[]))`;
  await tx.execute(sql`
    UPDATE sms_outbox SET body = '' WHERE sid IN
      (SELECT coalesce(sid, cancel_sid) FROM text_messages WHERE ${about} OR invitation_id IN ${sent})`);
  await tx.execute(sql`UPDATE text_messages SET body = '' WHERE ${about} OR invitation_id IN ${sent}`);
  await tx.execute(sql`
    UPDATE invited_artists SET invited_by = 'Somebody you know #' || id WHERE lower(invited_by) = ${namesOf(artist)}`);
}
