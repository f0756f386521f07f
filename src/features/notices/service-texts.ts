/** Sends the text of a notice, the way every text goes: caps, quiet hours, the day's budget, people who said stop. */
import { and, eq } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { sendText, type TextDeps } from '#features/sms/service.ts';
import { writeText } from './copy.ts';
import { NOTICE_KEY } from './rules.ts';
import { noticeSettings, notices } from './table.ts';

const agreed = (phone: string) => and(eq(noticeSettings.phoneE164, phone), eq(noticeSettings.texts, true));

/** Once a notice, by its key. What may not be sent stays in the inbox; a network that is down is tried again. */
export async function textNotice(deps: TextDeps & Pick<Deps, 'site'>, noticeId: number): Promise<void> {
  const [row] = await deps.db
    .select({ notice: notices, offCode: noticeSettings.offCode })
    .from(notices)
    // Asked again: it may have been switched off since.
    .innerJoin(
      noticeSettings,
      and(eq(noticeSettings.phoneE164, notices.phoneE164), eq(noticeSettings.texts, true)),
    )
    .where(eq(notices.id, noticeId));
  if (!row?.notice.phoneE164) return;
  const { kind, phoneE164, path } = row.notice;
  const site = deps.config.publicUrl ?? deps.site.url;
  const result = await sendText(deps, {
    to: phoneE164,
    key: NOTICE_KEY + noticeId,
    body: writeText(kind, {
      product: deps.campaign.product,
      about: site + path,
      off: `${site}/texts-off/${row.offCode}`,
    }),
    isWanted: async (tx) => (await tx.$count(noticeSettings, agreed(phoneE164))) > 0,
  });
  if (result.state === 'failed' && result.reason === 'unavailable')
    throw new Error('The text network could not be reached.');
}
