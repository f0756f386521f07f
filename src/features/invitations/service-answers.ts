/** What an invited person sees behind the link of their text, and what they answer: join, stop, erase. */
import { and, eq } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { cancelCalledOff, hasOptedOut, optOut } from '#features/sms/service.ts';
import { eraseNumbers } from '#features/sms/service-erasure.ts';
import { textMessages } from '#features/sms/table.ts';
import { sql } from '#platform/db/connect.ts';
import { AppError } from '#platform/errors.ts';
import { maskPhone } from '#platform/phone.ts';
import type { Invitation } from './contract.ts';
import { invitedArtists } from './table.ts';

/** Behind a link there is an invitation, or a referral: a text whose key names the track it was about. */
interface Invited {
  invitationId: number | null;
  invitedBy: string;
  phone: string | null;
  phoneDigest: string;
  joined: boolean;
  track: Invitation['track'];
}

export async function readInvitation(deps: Pick<Deps, 'db'>, code: string): Promise<Invitation> {
  const { invitedBy, phone, phoneDigest, joined, track } = await requireInvited(deps, code);
  return {
    invitedBy,
    phone: phone ? maskPhone(phone) : null,
    stopped: await hasOptedOut(deps.db, phoneDigest),
    joined,
    track,
  };
}

export async function answerInvitation(
  deps: Pick<Deps, 'db' | 'clock' | 'tokens' | 'sms' | 'log' | 'textListeners' | 'personalData'>,
  code: string,
  answer: 'join' | 'stop' | 'erase',
): Promise<Invitation> {
  const { invitationId, phone, phoneDigest } = await requireInvited(deps, code);
  const now = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    if (answer !== 'join') await optOut(deps, tx, phoneDigest, answer === 'stop' ? 'page' : 'erasure', now);
    else if (invitationId !== null)
      await tx
        .update(invitedArtists)
        .set({ joinedAt: now, answeredAt: now })
        .where(and(eq(invitedArtists.id, invitationId), sql`joined_at IS NULL`));
    if (answer === 'erase' && phone) await eraseNumbers(deps, tx, [phone], now);
  });
  if (answer !== 'join') await cancelCalledOff(deps);
  return readInvitation(deps, code);
}

async function requireInvited({ db }: Pick<Deps, 'db'>, code: string): Promise<Invited> {
  const [row] = await db.select().from(invitedArtists).where(eq(invitedArtists.code, code));
  if (row)
    return {
      invitationId: row.id,
      invitedBy: row.invitedBy,
      phone: row.phoneNumber || (await findKeptNumber({ db }, row.phoneDigest)),
      phoneDigest: row.phoneDigest,
      joined: row.joinedAt !== null,
      track: null,
    };
  const [text] = await db.select().from(textMessages).where(eq(textMessages.code, code));
  if (!text) throw new AppError('not_found', 'There is no such invitation.');
  return readReferral({ db }, text);
}

/** An old link is a way out as well: a later invitation may have written the number down again. */
async function findKeptNumber({ db }: Pick<Deps, 'db'>, digest: string): Promise<string | null> {
  const { rows } = await db.execute<{ phone: string }>(sql`
    SELECT phone_number AS phone FROM invited_artists WHERE phone_digest = ${digest} AND erased_at IS NULL
    UNION ALL SELECT phone FROM text_messages WHERE phone_digest = ${digest} AND phone IS NOT NULL LIMIT 1`);
  return rows[0]?.phone ?? null;
}

/** The way out stays open when the referral, or its track, is no longer there. */
async function readReferral(
  { db }: Pick<Deps, 'db'>,
  { key, phone, phoneDigest }: typeof textMessages.$inferSelect,
): Promise<Invited> {
  const { rows } = await db.execute<{
    id: number;
    artist: string;
    title: string;
    referrer: string | null;
  }>(sql`
    SELECT s.id, s.artist_name AS artist, s.track_title AS title, r.referrer_name AS referrer
    FROM submissions s LEFT JOIN referrals r ON r.submission_id = s.id AND r.text_key = ${key}
    WHERE s.id = ${Number(key.split(':')[1])} AND s.listed`);
  const [about] = rows;
  return {
    invitationId: null,
    invitedBy: about?.referrer ?? about?.artist ?? 'Somebody you know',
    phone,
    phoneDigest,
    joined: false,
    track: about ? { id: about.id, artistName: about.artist, trackTitle: about.title } : null,
  };
}
