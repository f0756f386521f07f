/** Invitations: up to three people, each texted once, each with a link of their own. */
import { and, eq, isNull, lt } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { REFUSALS, type TextResult } from '#features/sms/rules.ts';
import {
  digestPhone,
  hasOptedOut,
  isBudgetUsed,
  requireProvenSender,
  sendText,
  type TextDeps,
} from '#features/sms/service.ts';
import { sql } from '#platform/db/connect.ts';
import { AppError } from '#platform/errors.ts';
import type { PersonIdentity } from '#platform/http/route.ts';
import { type CountryCode, isPhoneOf, normalisePhone } from '#platform/phone.ts';
import { looksLikePhone } from '#platform/phone-digits.ts';
import { randomCode } from '#platform/tokens.ts';
import type { InvitationResult } from './contract.ts';
import { COPY } from './copy.ts';
import { MOST_PHONES } from './limits.ts';
import { writeInvitation } from './rules.ts';
import { forgottenBefore } from './service-erasure.ts';
import { invitedArtists } from './table.ts';

export interface InvitationRequest {
  artistName: string;
  phoneNumbers: string[];
  consent?: boolean;
}

type InvitationDeps = TextDeps & Pick<Deps, 'site'>;

export async function sendInvitations(
  deps: InvitationDeps,
  request: InvitationRequest,
  person: PersonIdentity | null,
) {
  const typed = readPhones(request);
  requireProvenSender(person);
  // Three spellings of one number are one text; each spelling hears what became of it.
  const outcomes = new Map<string, TextResult>();
  const results: InvitationResult[] = [];
  let unreadable = 0;
  for (const phoneNumber of typed) {
    const e164 = normalisePhone(phoneNumber, deps.campaign.defaultCountry as CountryCode);
    if (!e164) unreadable++;
    else if (!outcomes.has(e164)) outcomes.set(e164, await inviteNumber(deps, request.artistName, e164));
    const outcome: TextResult = e164 ? outcomes.get(e164)! : { state: 'failed', reason: 'number' };
    results.push({ phoneNumber, ...present(outcome) });
  }
  const reasons = [...outcomes.values()].map((outcome) => outcome.state === 'failed' && outcome.reason);
  if (reasons.length > 0 && reasons.every((reason) => reason === 'unavailable'))
    throw new AppError('bad_gateway', COPY.unable, { reason: 'text_provider' });
  // People are counted, not spellings: a number that was typed twice is one invitation.
  const went = [...outcomes.values()].filter(({ state }) => state !== 'failed').length;
  return summarise(results, went, outcomes.size + unreadable);
}

function readPhones({ phoneNumbers, consent }: InvitationRequest): string[] {
  const typed = phoneNumbers.filter((phone) => phone !== '');
  const fields: Record<string, string> = {};
  phoneNumbers.forEach((phone, index) => {
    if (phone !== '' && !looksLikePhone(phone)) fields[`phoneNumbers.${index}`] = COPY.phone;
  });
  if (Object.keys(fields).length > 0) throw new AppError('invalid', COPY.phone, { fields });
  if (typed.length === 0) throw new AppError('invalid', COPY.none, { fields: { phoneNumbers: COPY.none } });
  if (typed.length > MOST_PHONES)
    throw new AppError('invalid', COPY.many, { fields: { phoneNumbers: COPY.many } });
  if (consent !== true) throw new AppError('invalid', COPY.consent, { fields: { consent: COPY.consent } });
  return typed;
}

async function inviteNumber(deps: InvitationDeps, invitedBy: string, e164: string): Promise<TextResult> {
  const siteUrl = deps.config.publicUrl ?? deps.site.url;
  const phoneDigest = digestPhone(deps, e164);
  if (await hasOptedOut(deps.db, phoneDigest)) return { state: 'failed', reason: 'opted_out' };
  // A number that cannot be texted, ever or today, is not written down either.
  if (!isPhoneOf(e164, deps.campaign.countries)) return { state: 'failed', reason: 'country' };
  const known = await deps.db.$count(invitedArtists, isTheirs(phoneDigest, invitedBy));
  if (known === 0 && (await isBudgetUsed(deps))) return { state: 'failed', reason: 'budget' };
  const row = await openInvitation(deps, { invitedBy, phoneNumber: e164, phoneDigest });
  const result = await sendText(deps, {
    to: e164,
    body: writeInvitation(row.invitedBy, deps.campaign.product, `${siteUrl}/invite/${row.code}`),
    key: `invitation:${row.id}`,
    invitationId: row.id,
  });
  await deps.db
    .update(invitedArtists)
    .set(
      result.state !== 'failed' && result.sid
        ? { invitationSent: true, messageSid: result.sid }
        : { invitationSent: false, messageSid: null },
    )
    .where(eq(invitedArtists.id, row.id));
  return result;
}

const isTheirs = (phoneDigest: string, invitedBy: string) =>
  and(
    eq(invitedArtists.phoneDigest, phoneDigest),
    sql`lower(invited_by) = lower(${invitedBy})`,
    isNull(invitedArtists.erasedAt),
  );

/**
 * The same inviter and the same person: their row, whether this is a second click or a second try. Once its days are
 * over it gives the number up to a new one, with a link, a text and days of its own.
 */
async function openInvitation(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { invitedBy, phoneNumber, phoneDigest }: { invitedBy: string; phoneNumber: string; phoneDigest: string },
): Promise<{ id: number; code: string; invitedBy: string }> {
  const now = clock.now();
  return db.transaction(async (tx) => {
    await tx
      .update(invitedArtists)
      .set({ phoneNumber: '', erasedAt: now })
      .where(and(isTheirs(phoneDigest, invitedBy), lt(invitedArtists.createdAt, forgottenBefore(now))));
    const { rows } = await tx.execute<{ id: number; code: string; invitedBy: string }>(sql`
      INSERT INTO invited_artists (phone_number, phone_digest, invited_by, invitation_sent, code, created_at)
      VALUES (${phoneNumber}, ${phoneDigest}, ${invitedBy}, false, ${randomCode()}, ${now})
      ON CONFLICT (phone_digest, lower(invited_by)) WHERE erased_at IS NULL
        DO UPDATE SET phone_number = excluded.phone_number
      RETURNING id, code, invited_by AS "invitedBy"`);
    return rows[0];
  });
}

function present(result: TextResult): Pick<InvitationResult, 'state' | 'message'> {
  if (result.state === 'failed') return { state: 'failed', message: REFUSALS[result.reason] };
  if (result.state === 'sent') return { state: 'sent' };
  return { state: 'scheduled', message: 'It is night there: goes out in the morning.' };
}

function summarise(results: InvitationResult[], went: number, people: number) {
  const failed = results.filter(({ state }) => state === 'failed');
  const reasons = [...new Set(failed.map(({ message }) => message))].join(' ');
  const message =
    failed.length === 0
      ? `${went} ${went === 1 ? 'invitation is' : 'invitations are'} on the way.`
      : `${went} of ${people} sent. ${reasons}`;
  return { success: failed.length === 0, message, results };
}
