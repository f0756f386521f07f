/**
 * The one way a text leaves this site: allowed countries, people who said stop, quiet hours, a cap a number and a budget
 * a day, for every kind of message. Each message is a row of the ledger under its own key, so asking twice sends once.
 */
import { and, eq, inArray, or } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { type DbOrTx, sql, type Tx } from '#platform/db/connect.ts';
import { AppError } from '#platform/errors.ts';
import type { PersonIdentity } from '#platform/http/route.ts';
import { countryOf, isPhoneOf } from '#platform/phone.ts';
import { TextError } from '#ports/sms.ts';
import { findSendingTime, PROVE_NUMBER, type Refusal, type TextPurpose, type TextResult } from './rules.ts';
import { smsOptOuts, textMessages } from './table.ts';

export type TextDeps = Pick<Deps, 'db' | 'clock' | 'campaign' | 'config' | 'sms' | 'tokens' | 'log'>;

export interface OutgoingText {
  /** E.164. */
  to: string;
  body: string;
  /** The same key is the same message. */
  key: string;
  /** In the message's link, when it leads to a page about the message itself. */
  code?: string;
  /** The invitation it is the text of. */
  invitationId?: number;
  /** Whose limits it counts against; 'ordinary' unless said. */
  purpose?: TextPurpose;
  /** What the ledger keeps instead of the body, where that holds a secret. */
  record?: string;
  /** Asked at the very moment it is allowed, and again once the provider keeps it: consent may have ended meanwhile. */
  isWanted?(tx: DbOrTx): Promise<boolean>;
}

/** Whoever has people texted is known by a proven number, so that nobody can do it as somebody else or without end. */
export function requireProvenSender(person: PersonIdentity | null): PersonIdentity {
  if (person) return person;
  throw new AppError('unauthorised', PROVE_NUMBER, { reason: 'prove_number' });
}

const CAP_DAYS = 7;
const DAY_MS = 86_400_000;

/** A number as the opt-out list knows it. */
export function digestPhone({ tokens }: Pick<Deps, 'tokens'>, e164: string): string {
  return tokens.digest('phone', e164);
}

/** Sends now, or in the morning, or says why not. The person's consent was asked for by the caller. */
export async function sendText(deps: TextDeps, text: OutgoingText): Promise<TextResult> {
  if (!isPhoneOf(text.to, deps.campaign.countries)) return { state: 'failed', reason: 'country' };
  const reserved = await deps.db.transaction((tx) => reserveText(deps, tx, text));
  return 'go' in reserved ? giveToProvider(deps, text, reserved.go) : reserved;
}

/** To be given to the provider, for now or for the moment named. */
interface Go {
  go: Date | 'now';
}

/** Decides and records, one text at a time across all processes: two texts cannot slip past a cap together. */
async function reserveText(deps: TextDeps, tx: Tx, text: OutgoingText): Promise<TextResult | Go> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('text_messages'))`);
  const now = deps.clock.now();
  const [known] = await tx.select().from(textMessages).where(eq(textMessages.key, text.key)).for('update');
  if (known?.sid)
    return known.state === 'scheduled'
      ? { state: 'scheduled', at: known.sendAfter, sid: known.sid }
      : { state: 'sent', sid: known.sid };
  // Its last message is still being called off.
  if (known?.cancelSid) return { state: 'failed', reason: 'interrupted' };
  const refusal = await refuseText(deps, tx, text, now);
  // An invitation tells staff why it did not go; otherwise what was never tried is not in the ledger.
  if (refusal && (known || !text.invitationId)) return writeRefusal(tx, text.key, refusal);
  const sendAfter =
    text.purpose === 'code' ? now : findSendingTime(now, countryOf(text.to), deps.campaign.timeZone);
  const isLater = sendAfter > now;
  const waits = isLater && !deps.sms.canSchedule(sendAfter);
  const state = refusal ? 'failed' : waits ? 'waiting' : 'sending';
  await writeReserved(deps, tx, text, {
    state,
    reason: refusal,
    sendAfter,
    triedAt: state === 'sending' ? now : null,
  });
  if (refusal) return { state: 'failed', reason: refusal };
  if (waits) return { state: 'scheduled', at: sendAfter };
  return { go: isLater ? sendAfter : 'now' };
}

type Reserved = Pick<typeof textMessages.$inferInsert, 'state' | 'reason' | 'sendAfter' | 'triedAt'>;

async function writeReserved(deps: TextDeps, tx: Tx, text: OutgoingText, row: Reserved): Promise<void> {
  await tx
    .insert(textMessages)
    .values({
      ...row,
      key: text.key,
      phone: text.to,
      phoneDigest: digestPhone(deps, text.to),
      body: text.record ?? text.body,
      purpose: text.purpose,
      code: text.code ?? null,
      invitationId: text.invitationId ?? null,
      createdAt: deps.clock.now(),
    })
    .onConflictDoUpdate({ target: textMessages.key, set: { ...row, phone: text.to } });
}

async function refuseText(deps: TextDeps, tx: Tx, text: OutgoingText, now: Date): Promise<Refusal | null> {
  const digest = digestPhone(deps, text.to);
  if ((await hasOptedOut(tx, digest)) || (await text.isWanted?.(tx)) === false) return 'opted_out';
  const { purpose = 'ordinary' } = text;
  const { perNumber } = deps.config.sms;
  const { rows } = await tx.execute<{ week: number; day: number }>(sql`
    SELECT
      (SELECT count(*)::int FROM text_messages WHERE phone_digest = ${digest} AND purpose = ${purpose}
        AND key <> ${text.key}
        AND (state IN ('sending', 'scheduled', 'sent') AND tried_at > ${new Date(now.getTime() - CAP_DAYS * DAY_MS)}
          OR state = 'waiting')) AS week,
      (SELECT count(*)::int FROM text_messages WHERE state IN ('sending', 'scheduled', 'sent') AND purpose = ${purpose}
        AND key <> ${text.key} AND tried_at > ${new Date(now.getTime() - DAY_MS)}) AS day`);
  // How often a number is texted a code, people decide themselves: here only what a day may cost.
  if (purpose !== 'code' && rows[0].week >= perNumber) return 'cap';
  return rows[0].day >= budgetOf(deps, purpose) ? 'budget' : null;
}

function budgetOf({ config }: Pick<Deps, 'config'>, purpose: TextPurpose): number {
  const { dailyBudget, codeBudget, staffBudget } = config.sms;
  return { ordinary: dailyBudget, code: codeBudget, staff: staffBudget }[purpose];
}

/** A first look, without the lock: reserveText has the last word. */
export async function isBudgetUsed({
  db,
  clock,
  config,
}: Pick<Deps, 'db' | 'clock' | 'config'>): Promise<boolean> {
  const { rows } = await db.execute<{ day: number }>(sql`
    SELECT count(*)::int AS day FROM text_messages WHERE state IN ('sending', 'scheduled', 'sent')
      AND purpose = 'ordinary' AND tried_at > ${new Date(clock.now().getTime() - DAY_MS)}`);
  return rows[0].day >= config.sms.dailyBudget;
}

async function writeRefusal(tx: DbOrTx, key: string, reason: Refusal): Promise<TextResult> {
  await tx
    .update(textMessages)
    .set({ state: 'failed', reason })
    .where(and(eq(textMessages.key, key), sql`${textMessages.sid} IS NULL`));
  return { state: 'failed', reason };
}

/** Outside any transaction: a slow network holds up nobody else. */
async function giveToProvider(deps: TextDeps, text: OutgoingText, at: Go['go']): Promise<TextResult> {
  const { to, body, key } = text;
  try {
    if (at !== 'now') {
      const { sid } = await deps.sms.sendText({ to, body, idempotencyKey: key, sendAfter: at });
      return await writeScheduled(deps, text, sid, at);
    }
    const { sid } = await deps.sms.sendText({ to, body, idempotencyKey: key });
    await deps.db
      .update(textMessages)
      .set({ state: 'sent', sid, reason: null })
      .where(eq(textMessages.key, key));
    return { state: 'sent', sid };
  } catch (error) {
    const reason = error instanceof TextError ? error.code : 'unavailable';
    // Not the error itself: a provider's may quote the number and the words.
    const { name, code, status } = ((error as Error).cause ?? error) as Record<string, unknown>;
    deps.log.warn({ reason, key: key.split(':')[0], name, code, status }, 'a text could not be sent');
    return writeRefusal(deps.db, key, reason);
  }
}

/** What the provider keeps. Who said stop while it was being handed over has it called off again. */
async function writeScheduled(
  deps: TextDeps,
  { key, isWanted }: OutgoingText,
  sid: string,
  at: Date,
): Promise<TextResult> {
  const isOff = await deps.db.transaction(async (tx) => {
    await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('text_messages'))`);
    const [row] = await tx
      .update(textMessages)
      .set({ state: 'scheduled', sid, reason: null })
      // Asked for twice at once: the other call has written the very same message already.
      .where(
        and(
          eq(textMessages.key, key),
          or(
            eq(textMessages.state, 'sending'),
            and(eq(textMessages.state, 'scheduled'), eq(textMessages.sid, sid)),
          ),
        ),
      )
      .returning({ digest: textMessages.phoneDigest });
    if (row && !(await hasOptedOut(tx, row.digest)) && (await isWanted?.(tx)) !== false) return false;
    await tx
      .update(textMessages)
      .set({ state: 'failed', reason: 'opted_out', sid: null, cancelSid: sid })
      .where(and(eq(textMessages.key, key), inArray(textMessages.state, ['scheduled', 'failed'])));
    return true;
  });
  if (!isOff) return { state: 'scheduled', at, sid };
  await cancelCalledOff(deps);
  return { state: 'failed', reason: 'opted_out' };
}

export async function hasOptedOut(tx: DbOrTx, digest: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`SELECT 1 FROM sms_opt_outs WHERE phone_digest = ${digest}`);
  return rows.length > 0;
}

/** From now on, whoever asks and by whichever path. What still waits is called off. */
export async function optOut(
  deps: Pick<Deps, 'textListeners'>,
  tx: DbOrTx,
  digest: string,
  source: 'reply' | 'page' | 'erasure' | 'staff',
  now: Date,
): Promise<void> {
  // Behind the same lock as sending: a text allowed before this is out, one asked for after is refused.
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('text_messages'))`);
  await tx.insert(smsOptOuts).values({ phoneDigest: digest, source, createdAt: now }).onConflictDoNothing();
  await callOff(deps, tx, digest, 'opted_out');
}

/** Nothing that waits, here or at the provider, goes to this number. The provider is told by cancelCalledOff. */
export async function callOff(
  { textListeners }: Pick<Deps, 'textListeners'>,
  tx: DbOrTx,
  digest: string,
  reason: 'opted_out' | 'erased',
  /** Only those whose keys begin so. */
  keyStart = '',
): Promise<void> {
  // Behind the same lock as sending: what is being handed over sees that it is off, or is here to be called off.
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('text_messages'))`);
  await tx
    .update(textMessages)
    .set({ state: 'failed', reason, sid: null, cancelSid: sql`${textMessages.sid}` })
    .where(
      and(
        eq(textMessages.phoneDigest, digest),
        inArray(textMessages.state, ['waiting', 'scheduled']),
        sql`starts_with(${textMessages.key}, ${keyStart})`,
      ),
    );
  for (const listener of textListeners) await listener.onCalledOff(tx, digest);
}

/** Tells the provider what was called off; what it could not be told now is told by the next round. */
export async function cancelCalledOff(deps: Pick<Deps, 'db' | 'sms' | 'log'>): Promise<void> {
  const rows = await deps.db
    .select({ id: textMessages.id, sid: textMessages.cancelSid })
    .from(textMessages)
    .where(sql`${textMessages.cancelSid} IS NOT NULL`)
    .limit(500);
  for (const { id, sid } of rows) {
    try {
      const isOff = await deps.sms.cancelText(sid!);
      // Too late: it went, and that is what the ledger says then.
      const went = { state: 'sent', sid, cancelSid: null, reason: null } as const;
      await deps.db
        .update(textMessages)
        .set(isOff ? { cancelSid: null } : went)
        .where(and(eq(textMessages.id, id), eq(textMessages.cancelSid, sid!)));
    } catch (error) {
      deps.log.warn({ err: error }, 'a scheduled text could not be called off yet');
    }
  }
}

export async function optIn(tx: DbOrTx, digest: string): Promise<void> {
  await tx.delete(smsOptOuts).where(eq(smsOptOuts.phoneDigest, digest));
}
