/**
 * Proving a number by a code that is texted to it. Whether the text goes out, and why not, nobody can tell from the
 * answer or its time: whoever asks may not be the number's owner. Codes are kept as keyed digests, and no guess is
 * looked at before it is counted.
 */
import { randomInt } from 'node:crypto';
import { and, eq, gt, lt, sql } from 'drizzle-orm';
import type { Deps } from '#deps.ts';
import { agreeToTexts } from '#features/notices/service-consent.ts';
import { REFUSALS } from '#features/sms/rules.ts';
import { digestPhone, sendText, type TextDeps } from '#features/sms/service.ts';
import type { Tx } from '#platform/db/connect.ts';
import { AppError } from '#platform/errors.ts';
import { type CountryCode, describePhone, isPhoneOf } from '#platform/phone.ts';
import { randomCode } from '#platform/tokens.ts';
import { WRONG_CODE, writeCode } from './copy.ts';
import { CODE_DIGITS } from './limits.ts';
import { CODE_DAY_MS, CODE_EVERY_MS, CODE_MS, CODE_TRIES, CODES_A_DAY, CODES_A_NETWORK } from './rules.ts';
import { countPasskeys } from './service-passkeys.ts';
import { openSession } from './service-sessions.ts';
import { personCodes } from './table.ts';

type CodeDeps = TextDeps & Pick<Deps, 'limiter'>;

/** E.164. That a number cannot be texted from here is no secret: it stands in the numbering plan. */
function readNumber({ campaign }: Pick<Deps, 'campaign'>, phone: string): string {
  const known = describePhone(phone, campaign.defaultCountry as CountryCode);
  const wrong = !known ? REFUSALS.number : isPhoneOf(known.e164, campaign.countries) ? null : NO_COUNTRY;
  if (!known || wrong) throw new AppError('invalid', wrong!, { fields: { phone: wrong! } });
  return known.e164;
}

const NO_COUNTRY = 'We cannot text numbers of that country.';

const digestCode = ({ tokens }: Pick<Deps, 'tokens'>, phone: string, code: string) =>
  tokens.digest('person-code', `${phone} ${code}`);

const later = (now: Date, ms: number) => new Date(now.getTime() + ms);

export async function askCode(deps: CodeDeps, given: { phone: string; consent?: boolean }, address: string) {
  const phone = readNumber(deps, given.phone);
  const now = deps.clock.now();
  const code = String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0');
  const textKey = `code:${randomCode()}`;
  const isKept = await keepCode(deps, { phone, code, textKey, agreed: given.consent ?? false, now, address });
  // Nobody waits for the network: how long it takes would tell whether a text went out.
  const sending = isKept ? textCode(deps, { phone, code, textKey }) : Promise.resolve();
  const answer = {
    serverTime: now.toISOString(),
    againAt: later(now, CODE_EVERY_MS).toISOString(),
    expiresAt: later(now, CODE_MS).toISOString(),
  };
  if (!hasTestPhone(deps)) return answer;
  await sending;
  return { ...answer, testPhone: await readTestPhone(deps, phone, now) };
}

interface NewCode {
  phone: string;
  code: string;
  textKey: string;
}

interface KeptCode extends NewCode {
  agreed: boolean;
  now: Date;
  address: string;
}

/** A code counts for the network that asked, too, and is not kept where that has had its share of the number's. */
async function keepCode(deps: CodeDeps, asked: KeptCode): Promise<boolean> {
  const share = { name: 'codes-of-number', limit: CODES_A_NETWORK, windowSeconds: CODE_DAY_MS / 1000 };
  try {
    return await deps.db.transaction(async (tx) => {
      const isKept = await writeCodeRow(deps, tx, asked);
      const limiter = deps.limiter.on?.(tx) ?? deps.limiter;
      if (isKept) await limiter.take(share, `${digestPhone(deps, asked.phone)}:${asked.address}`);
      return isKept;
    });
  } catch (error) {
    if (error instanceof AppError && error.code === 'rate_limited') return false;
    throw error;
  }
}

/** One code a minute and so many a day, in one statement: of calls at the same time one is kept. */
async function writeCodeRow(
  deps: CodeDeps,
  tx: Tx,
  { phone, code, textKey, agreed, now }: KeptCode,
): Promise<boolean> {
  const isNewDay = sql`${personCodes.dayBeganAt} <= ${later(now, -CODE_DAY_MS)}`;
  const fresh = {
    codeDigest: digestCode(deps, phone, code),
    textKey,
    agreed,
    tries: 0,
    askedAt: now,
    expiresAt: later(now, CODE_MS),
  };
  const kept = await tx
    .insert(personCodes)
    .values({ ...fresh, phoneDigest: digestPhone(deps, phone), dayBeganAt: now })
    .onConflictDoUpdate({
      target: personCodes.phoneDigest,
      set: {
        ...fresh,
        dayBeganAt: sql`CASE WHEN ${isNewDay} THEN excluded.day_began_at ELSE ${personCodes.dayBeganAt} END`,
        dayCount: sql`CASE WHEN ${isNewDay} THEN 1 ELSE ${personCodes.dayCount} + 1 END`,
      },
      // After a code was used its owner may have the next at once, on another device say.
      setWhere: sql`(${personCodes.codeDigest} IS NULL OR ${personCodes.askedAt} <= ${later(now, -CODE_EVERY_MS)})
        AND (${isNewDay} OR ${personCodes.dayCount} < ${CODES_A_DAY})`,
    })
    .returning({ textKey: personCodes.textKey });
  return kept.length > 0;
}

async function textCode(deps: CodeDeps, { phone, code, textKey }: NewCode): Promise<void> {
  const { product } = deps.campaign;
  const { publicUrl } = deps.config;
  const host = publicUrl ? new URL(publicUrl).host : null;
  try {
    await sendText(deps, {
      to: phone,
      key: textKey,
      purpose: 'code',
      body: writeCode(product, code, host),
      record: writeCode(product, '•'.repeat(CODE_DIGITS), null),
    });
  } catch (error) {
    deps.log.error({ err: error }, 'a code could not be sent');
  }
}

/** Only a demo has one, and only where texts go to the outbox: there no phone rings. */
const hasTestPhone = ({ campaign, sms }: CodeDeps) => campaign.demo && sms.name === 'outbox';

/** The code that is good now, as the phone would show it. */
async function readTestPhone(deps: CodeDeps, phone: string, now: Date) {
  const [row] = await deps.db
    .select({ textKey: personCodes.textKey })
    .from(personCodes)
    .where(and(eq(personCodes.phoneDigest, digestPhone(deps, phone)), gt(personCodes.expiresAt, now)));
  const text = row && (await deps.sms.readTestPhone?.(row.textKey));
  const code = text?.match(new RegExp(`\\b\\d{${CODE_DIGITS}}\\b`))?.[0];
  return text && code ? { code, text } : null;
}

/** Signs in with a code. Answers with the session's secret, or throws the same for everything that is wrong. */
export async function proveNumber(
  deps: CodeDeps,
  given: { phone: string; code: string },
  agent: string,
): Promise<{ phone: string; secret: string; passkeys: number }> {
  const phone = readNumber(deps, given.phone);
  const phoneDigest = digestPhone(deps, phone);
  const codeDigest = digestCode(deps, phone, given.code);
  const now = deps.clock.now();
  // Counted before it is compared, and for good: guesses at the same time are counted one after another.
  const [counted] = await deps.db
    .update(personCodes)
    .set({ tries: sql`${personCodes.tries} + 1` })
    .where(
      and(
        eq(personCodes.phoneDigest, phoneDigest),
        lt(personCodes.tries, CODE_TRIES),
        gt(personCodes.expiresAt, now),
      ),
    )
    .returning({ codeDigest: personCodes.codeDigest });
  if (counted?.codeDigest !== codeDigest) throw new AppError('invalid', WRONG_CODE);
  return deps.db.transaction(async (tx) => {
    const [used] = await tx
      .update(personCodes)
      .set({ codeDigest: null })
      .where(and(eq(personCodes.phoneDigest, phoneDigest), eq(personCodes.codeDigest, codeDigest)))
      .returning({ agreed: personCodes.agreed });
    // Somebody with the same code was faster.
    if (!used) throw new AppError('invalid', WRONG_CODE);
    const secret = await openSession(deps, tx, { phone, provenBy: 'sms', agent });
    if (used.agreed) await agreeToTexts(deps, tx, phone, { givenIn: 'sign-in', isProven: true });
    return { phone, secret, passkeys: await countPasskeys(tx, phone) };
  });
}
