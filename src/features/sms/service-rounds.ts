/** What happens to texts without anybody waiting: those of the night go in the morning, deliveries are asked for. */
import { and, eq, lte } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { sql } from '#platform/db/connect.ts';
import type { TextEvent } from '#ports/sms.ts';
import { type ReplyMeaning, readReply } from './rules.ts';
import { cancelCalledOff, digestPhone, optIn, optOut, sendText, type TextDeps } from './service.ts';
import { textMessages } from './table.ts';

type RoundDeps = TextDeps & Pick<Deps, 'textListeners'>;

const HOUR_MS = 3_600_000;
/** A text whose sender died is tried again, under its key. */
const LOST_AFTER_MS = 5 * 60_000;
/** How long we ask what became of a message. */
const ASK_FOR_MS = 72 * HOUR_MS;

/** Sends what is due. Out of budget, a text is put off; otherwise the rules are applied as if it were asked for now. */
export async function sendDueTexts(deps: RoundDeps, limit = 200): Promise<number> {
  const now = deps.clock.now();
  await cancelCalledOff(deps);
  const lost = new Date(now.getTime() - LOST_AFTER_MS);
  // A code is not sent a second time: its words are not kept, and whoever waited for it has asked again.
  await deps.db
    .update(textMessages)
    .set({ state: 'failed', reason: 'interrupted' })
    .where(
      sql`${textMessages.purpose} = 'code' AND ${textMessages.state} = 'sending' AND ${textMessages.triedAt} < ${lost}`,
    );
  const due = await deps.db
    .select()
    .from(textMessages)
    .where(
      sql`(${textMessages.state} = 'waiting' AND ${textMessages.sendAfter} <= ${now})
        OR (${textMessages.state} = 'sending' AND ${textMessages.triedAt} < ${lost})`,
    )
    .orderBy(textMessages.id)
    .limit(limit);
  let sent = 0;
  for (const { key, phone, body, purpose } of due) {
    const result = await sendText(deps, { key, to: phone!, body, purpose });
    if (result.state === 'sent') sent++;
    if (result.state === 'failed' && result.reason === 'budget')
      await deps.db
        .update(textMessages)
        .set({ state: 'waiting', reason: null, sendAfter: new Date(now.getTime() + HOUR_MS) })
        .where(and(eq(textMessages.key, key), eq(textMessages.state, 'failed')));
  }
  await adoptResults(deps, now);
  return sent;
}

/** What the provider kept until now is out; whoever asked for a text of the night learns that it went. */
async function adoptResults({ db, textListeners }: RoundDeps, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    await tx
      .update(textMessages)
      .set({ state: 'sent' })
      .where(and(eq(textMessages.state, 'scheduled'), lte(textMessages.sendAfter, now)));
    for (const listener of textListeners) await listener.onSent(tx);
  });
}

/** For receipts that never came: asks the provider itself. */
export async function askDeliveries(deps: TextDeps, limit = 200): Promise<void> {
  const since = new Date(deps.clock.now().getTime() - ASK_FOR_MS);
  const waiting = await deps.db
    .select({ sid: textMessages.sid })
    .from(textMessages)
    .where(
      sql`${textMessages.state} = 'sent' AND ${textMessages.delivery} = 'waiting' AND ${textMessages.triedAt} > ${since}`,
    )
    .orderBy(textMessages.triedAt)
    .limit(limit);
  for (const { sid } of waiting) {
    const delivery = await deps.sms.readDelivery(sid!);
    if (delivery && delivery !== 'waiting') await noteDelivery(deps, sid!, delivery);
  }
}

/** The first final word stands: receipts come late, twice and out of order. */
async function noteDelivery(
  { db }: Pick<Deps, 'db'>,
  sid: string,
  delivery: 'delivered' | 'undelivered',
): Promise<void> {
  await db
    .update(textMessages)
    .set({ delivery, state: 'sent' })
    .where(and(eq(textMessages.sid, sid), eq(textMessages.delivery, 'waiting')));
}

/** A verified word of the provider. Returns what a reply meant, for the answer. */
export async function noteEvent(deps: RoundDeps, event: TextEvent): Promise<ReplyMeaning | null> {
  if (event.kind === 'delivery') {
    if (event.delivery !== 'waiting') await noteDelivery(deps, event.sid, event.delivery);
    return null;
  }
  const meaning = readReply(event.body);
  const digest = digestPhone(deps, event.from);
  const now = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    if (meaning === 'stop') await optOut(deps, tx, digest, 'reply', now);
    else if (meaning === 'start') await optIn(tx, digest);
    if (meaning === 'start' || meaning === 'other')
      for (const listener of deps.textListeners) await listener.onReply(tx, digest, now);
  });
  if (meaning === 'stop') await cancelCalledOff(deps);
  return meaning;
}
