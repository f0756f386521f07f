/** Whether a number is texted about its things: agreed to where it is typed, decided by whoever proved it, off by one tap. */
import { eq } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { callOff, cancelCalledOff, digestPhone, hasOptedOut, type TextDeps } from '#features/sms/service.ts';
import type { DbOrTx, Tx } from '#platform/db/connect.ts';
import { randomCode } from '#platform/tokens.ts';
import type { NoticeSettings } from './contract.ts';
import { NOTICE_KEY } from './rules.ts';
import { noticeSettings } from './table.ts';

/**
 * Agreed to in a form. Whoever typed the number may not be the one who has it, so this never changes what was decided
 * before, unless the number was proven here.
 */
export async function agreeToTexts(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  phone: string,
  { givenIn, isProven }: { givenIn: 'upload' | 'album' | 'sign-in'; isProven: boolean },
): Promise<void> {
  const given = { texts: true, givenIn, changedAt: clock.now() };
  const insert = tx.insert(noticeSettings).values({ ...given, phoneE164: phone, offCode: randomCode() });
  if (isProven) await insert.onConflictDoUpdate({ target: noticeSettings.phoneE164, set: given });
  else await insert.onConflictDoNothing();
}

export async function readSettings(
  { tokens }: Pick<Deps, 'tokens'>,
  reader: DbOrTx,
  phone: string,
): Promise<NoticeSettings> {
  const [row] = await reader.select().from(noticeSettings).where(eq(noticeSettings.phoneE164, phone));
  return {
    texts: row?.texts ?? false,
    overtaken: row?.overtaken ?? false,
    stopped: await hasOptedOut(reader, digestPhone({ tokens }, phone)),
  };
}

/** Whether this number agreed to be texted, and did not say stop. */
export async function isTexted(
  { db, tokens }: Pick<Deps, 'db' | 'tokens'>,
  phone: string | null,
): Promise<boolean> {
  if (phone === null) return false;
  const { texts, stopped } = await readSettings({ tokens }, db, phone);
  return texts && !stopped;
}

type ConsentDeps = TextDeps & Pick<Deps, 'textListeners'>;

export async function changeSettings(
  deps: ConsentDeps,
  phone: string,
  chosen: Partial<Pick<NoticeSettings, 'texts' | 'overtaken'>>,
): Promise<NoticeSettings> {
  const change = { ...chosen, givenIn: 'settings', changedAt: deps.clock.now() } as const;
  const settings = await deps.db.transaction(async (tx) => {
    await tx
      .insert(noticeSettings)
      .values({ texts: false, ...change, phoneE164: phone, offCode: randomCode() })
      .onConflictDoUpdate({ target: noticeSettings.phoneE164, set: change });
    if (chosen.texts === false) await callOffNotices(deps, tx, phone);
    return readSettings(deps, tx, phone);
  });
  await cancelCalledOff(deps);
  return settings;
}

/** By the link in a text. A code nobody has changes nothing. */
export async function endTexts(deps: ConsentDeps, offCode: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const [row] = await tx
      .update(noticeSettings)
      .set({ texts: false, overtaken: false, givenIn: 'link', changedAt: deps.clock.now() })
      .where(eq(noticeSettings.offCode, offCode))
      .returning({ phone: noticeSettings.phoneE164 });
    if (row) await callOffNotices(deps, tx, row.phone);
  });
  await cancelCalledOff(deps);
}

/** What waits for the morning does not go either. */
const callOffNotices = (deps: ConsentDeps, tx: Tx, phone: string) =>
  callOff(deps, tx, digestPhone(deps, phone), 'opted_out', NOTICE_KEY);
