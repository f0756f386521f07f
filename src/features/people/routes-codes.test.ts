// Proving a number by a code: tries, waits and caps also for calls at the same time, answers that tell nothing, and
// where a code is never found.
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp, until } from '#app/test-app.ts';
import { askFor, prove, readCodes } from '#app/test-codes.ts';
import { signInAs } from '#app/test-people.ts';
import { findPhone, moveToDaylight } from '#app/test-voters.ts';
import type { Campaign } from '#campaign/document.ts';
import { loadCampaign } from '#campaign/load-campaign.ts';
import { digestPhone, optOut, sendText } from '#features/sms/service.ts';
import { sendDueTexts } from '#features/sms/service-rounds.ts';
import { ACCOUNT, type FakeTwilio, startFakeTwilio } from '#providers/sms/test-twilio.ts';
import { WRONG_CODE } from './copy.ts';
import { CODES_A_DAY, CODES_A_NETWORK } from './rules.ts';
import { sweepProofs } from './service-sweep.ts';

let log = '';
const sink = new Writable({
  write(chunk, _encoding, done) {
    log += String(chunk);
    done();
  },
});

/** The demo's countries and names, as a contest of real people. */
let live: Campaign;
let app: TestApp;
let twilio: FakeTwilio;
beforeAll(async () => {
  live = { ...(await loadCampaign('campaigns/demo.json')), demo: false };
  app = await startTestApp({
    env: { TRUST_PROXY: 'true', SMS_DAILY_BUDGET: '4' },
    overrides: { log: pino({ level: 'trace' }, sink), campaign: live },
  });
  moveToDaylight(app);
  twilio = await startFakeTwilio(() => app.clock.now());
});
afterAll(async () => {
  await app.close();
  await twilio.close();
});

const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

test('PE-1 the code that was texted signs in, whatever way the number is written, and only once', async () => {
  const code = await askFor(app, '+12126640101');
  const browser = app.browser();
  const signedIn = await prove(browser, '(212) 664-0101', code);
  expect(await signedIn.json()).toEqual({ person: { phone: '+12126640101', provenBy: 'sms' }, passkeys: 0 });
  expect(await browser.read('/api/me')).toEqual({
    person: { phone: '+12126640101', provenBy: 'sms' },
    staff: null,
  });
  expect((await prove(app.browser(), '+12126640101', code)).status).toBe(400);
});

test('PE-1 of right codes sent at the same time one signs in', async () => {
  const phone = findPhone(1);
  const code = await askFor(app, phone);
  const answers = await Promise.all(Array.from({ length: 5 }, () => prove(app.browser(), phone, code)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
});

test('PE-1 a code is worth five tries, however many are made at the same time', async () => {
  const [four, five] = [findPhone(2), findPhone(3)];
  const codes = { four: await askFor(app, four), five: await askFor(app, five) };
  for (let i = 0; i < 4; i++)
    expect((await prove(app.browser(), four, wrongOf(codes.four))).status).toBe(400);
  expect((await prove(app.browser(), four, codes.four)).status).toBe(200);
  const guesses = Array.from({ length: 30 }, () => prove(app.browser(), five, wrongOf(codes.five)));
  for (const answer of await Promise.all(guesses)) expect(answer.status).toBe(400);
  const right = await prove(app.browser(), five, codes.five);
  expect(right.status).toBe(400);
  expect(((await right.json()) as { message: string }).message).toBe(WRONG_CODE);
});

test('PE-1 a code is good for ten minutes', async () => {
  const phone = findPhone(4);
  const code = await askFor(app, phone);
  app.clock.advance(601);
  expect((await prove(app.browser(), phone, code)).status).toBe(400);
});

test('PE-1 one code a minute: of calls at the same time one is texted, and the next replaces it', async () => {
  const phone = findPhone(5);
  const asks = Array.from({ length: 8 }, () => app.browser().post('/api/me/code', { phone }));
  for (const answer of await Promise.all(asks)) expect(answer.status).toBe(200);
  await until(async () => (await readCodes(app, phone)).length > 0, 'the text');
  app.clock.advance(59);
  await app.browser().post('/api/me/code', { phone });
  app.clock.advance(2);
  const second = await askFor(app, phone, { nth: 2 });
  const [first, ...more] = await readCodes(app, phone);
  expect(more).toHaveLength(1);
  if (first !== second) expect((await prove(app.browser(), phone, first)).status).toBe(400);
  expect((await prove(app.browser(), phone, second)).status).toBe(200);
});

test('after a code was used the next may follow at once, for a second device', async () => {
  const phone = findPhone(6);
  await prove(app.browser(), phone, await askFor(app, phone));
  const second = app.browser();
  expect((await prove(second, phone, await askFor(app, phone, { nth: 2 }))).status).toBe(200);
});

test('PE-1 a number gets ten codes a day, six from one network, and a network asks for sixty', async () => {
  const phone = findPhone(7);
  const [stranger, owner] = [app.browser(), app.browser()];
  [stranger.address, owner.address] = ['10.8.0.1', '10.8.0.2'];
  // However often a stranger asks, some are left for the owner.
  for (let nth = 1; nth <= CODES_A_DAY; nth++) {
    if (nth <= CODES_A_NETWORK) await askFor(app, phone, { browser: stranger, nth });
    else expect((await stranger.post('/api/me/code', { phone })).status).toBe(200);
    app.clock.advance(61);
  }
  expect(await readCodes(app, phone)).toHaveLength(CODES_A_NETWORK);
  for (let nth = CODES_A_NETWORK + 1; nth <= CODES_A_DAY; nth++) {
    await askFor(app, phone, { browser: owner, nth });
    app.clock.advance(61);
  }
  expect((await app.browser().post('/api/me/code', { phone })).status).toBe(200);
  const other = await askFor(app, findPhone(8));
  expect(other).toMatch(/^\d{6}$/);
  expect(await readCodes(app, phone)).toHaveLength(CODES_A_DAY);
  app.clock.advance(86_400);
  await askFor(app, phone, { nth: CODES_A_DAY + 1 });
  const ask = () =>
    fetch(`${app.url}/api/me/code`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '10.9.9.9' },
      body: JSON.stringify({ phone: findPhone(9) }),
    });
  const answers = [];
  for (let i = 0; i < 61; i++) answers.push((await ask()).status);
  expect(answers).toEqual([...Array(60).fill(200), 429]);
});

test('PE-1 the answer does not tell whether a number is known, said stop, was capped, or cannot be reached', async () => {
  const [unknown, known, stopped, capped] = [10, 11, 12, 13].map(findPhone);
  await signInAs(app, known);
  await app.deps.db.transaction((tx) =>
    optOut(app.deps, tx, digestPhone(app.deps, stopped), 'reply', app.clock.now()),
  );
  await askFor(app, capped);
  await app.sql('UPDATE person_codes SET day_count = 10, asked_at = $1 WHERE phone_digest = $2', [
    new Date(app.clock.now().getTime() - 120_000),
    digestPhone(app.deps, capped),
  ]);
  const answers = [];
  for (const phone of [unknown, known, stopped, capped, '+12126640000', '+12126640001']) {
    const asked = await app.browser().post('/api/me/code', { phone });
    const answer = (await asked.json()) as Record<string, string>;
    const at = Date.parse(answer.serverTime);
    const waits = [answer.againAt, answer.expiresAt].map((time) => Date.parse(time) - at);
    const proven = await prove(app.browser(), phone, '000000');
    const refusal = (await proven.json()) as { message: string };
    answers.push({
      asked: [asked.status, Object.keys(answer), waits],
      proven: [proven.status, refusal.message],
    });
  }
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  expect(answers[0].asked).toEqual([200, ['serverTime', 'againAt', 'expiresAt'], [60_000, 600_000]]);
  expect(await readCodes(app, stopped)).toEqual([]);
});

test('a number that cannot be one, or is of a country we do not text, is told so', async () => {
  for (const phone of ['12', 'abc', '+33 6 12 34 56 78'.slice(0, 8), '+86 131 2345 6789']) {
    const asked = await app.browser().post('/api/me/code', { phone });
    expect(asked.status, phone).toBe(400);
    expect(((await asked.json()) as { fields: { phone: string } }).fields.phone).toBeTruthy();
  }
});

test('HON-6 a code goes at night too, and neither uses up what others may send nor is stopped by it', async () => {
  const phone = findPhone(14);
  const ordinary = (key: string) => sendText(app.deps, { to: phone, key, body: 'An invitation' });
  for (const nth of [1, 2, 3, 4]) {
    await askFor(app, phone, { nth });
    app.clock.advance(61);
  }
  // Three a week, four a day for everybody: none of the codes counts.
  for (const key of ['a', 'b', 'c']) expect((await ordinary(`${phone}:${key}`)).state).toBe('sent');
  expect(await ordinary(`${phone}:d`)).toEqual({ state: 'failed', reason: 'cap' });
  const night = new Date(app.clock.now());
  night.setUTCHours(7, 0, 0, 0);
  app.clock.advance((night.getTime() + 86_400_000 - app.clock.now().getTime()) / 1000);
  expect((await sendText(app.deps, { to: findPhone(15), key: 'night', body: 'Later' })).state).toBe(
    'scheduled',
  );
  await askFor(app, phone, { nth: 5 });
  const [row] = await app.sql<{ state: string }>(
    `SELECT state FROM text_messages WHERE phone = $1 AND purpose = 'code' ORDER BY id DESC LIMIT 1`,
    [phone],
  );
  expect(row.state).toBe('sent');
});

test('codes have a budget a day of their own', async () => {
  const phone = findPhone(16);
  const { codeBudget } = app.deps.config.sms;
  app.deps.config.sms.codeBudget = 0;
  await app.browser().post('/api/me/code', { phone });
  await new Promise((resolve) => setTimeout(resolve, 300));
  app.deps.config.sms.codeBudget = codeBudget;
  expect(await readCodes(app, phone)).toEqual([]);
});

test('a code is in no table as it is, in no staff list and in no log, sent or not', async () => {
  const phone = findPhone(17);
  const code = await askFor(app, phone);
  for (const failing of ['+12136640000', '+12136640001'])
    await app.browser().post('/api/me/code', { phone: failing });
  await until(async () => log.split('a text could not be sent').length > 2, 'both refusals in the log');
  await prove(app.browser(), phone, wrongOf(code));
  await prove(app.browser(), phone, code);
  const tables = await app.sql<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'
     AND table_name <> 'sms_outbox'`,
  );
  for (const { name } of tables)
    expect(
      await app.sql(`SELECT 1 FROM ${name} traced WHERE to_jsonb(traced)::text ~ '\\y${code}\\y'`),
      name,
    ).toEqual([]);
  const listed = await (await (await app.staff()).get('/api/admin/texts')).text();
  expect(listed).toContain('••••••');
  expect(listed).not.toContain(code);
  expect(log).not.toContain(code);
  for (const number of [phone, '+12136640000', '+12136640001']) expect(log).not.toContain(number.slice(2));
});

test('what somebody agreed to counts once the number is proven, and not before', async () => {
  const phone = findPhone(18);
  const agreed = () =>
    app.sql<{ texts: boolean }>('SELECT texts FROM notice_settings WHERE phone_e164 = $1', [phone]);
  await app.browser().post('/api/me/code', { phone, consent: true });
  const [code] = await until(async () => {
    const codes = await readCodes(app, phone);
    return codes.length > 0 && codes;
  }, 'the code');
  expect(await agreed()).toEqual([]);
  await prove(app.browser(), phone, code);
  expect(await agreed()).toEqual([{ texts: true }]);
});

test('a code that was lost on its way is not sent again, as its words are not kept', async () => {
  const phone = findPhone(20);
  await askFor(app, phone);
  await app.sql(
    `UPDATE text_messages SET state = 'sending', sid = NULL, key = key || ':lost' WHERE phone = $1 AND purpose = 'code'`,
    [phone],
  );
  app.clock.advance(600);
  await sendDueTexts(app.deps);
  expect(await app.sql('SELECT state, reason FROM text_messages WHERE phone = $1', [phone])).toEqual([
    { state: 'failed', reason: 'interrupted' },
  ]);
  expect(await readCodes(app, phone)).toHaveLength(1);
});

test('codes, challenges and sessions that are over are swept', async () => {
  const phone = findPhone(19);
  await askFor(app, phone);
  await signInAs(app, phone);
  const left = async () =>
    (
      await app.sql<{ rows: number }>(
        `SELECT (SELECT count(*) FROM person_codes) + (SELECT count(*) FROM person_challenges)
         + (SELECT count(*) FROM person_sessions) AS rows`,
      )
    )[0].rows;
  await app.browser().post('/api/me/passkey-sign-in/options');
  await sweepProofs(app.deps);
  expect(Number(await left())).toBeGreaterThan(2);
  app.clock.advance(91 * 86_400);
  await sweepProofs(app.deps);
  expect(Number(await left())).toBe(0);
});

test('PE-2 only a demo whose texts reach nobody shows the code on the page', async () => {
  const real = {
    SMS: 'twilio',
    SMS_ACKNOWLEDGED: 'true',
    TWILIO_ACCOUNT_SID: ACCOUNT.accountSid,
    TWILIO_AUTH_TOKEN: ACCOUNT.authToken,
    TWILIO_FROM: '+12125550100',
    TWILIO_API_URL: twilio.url,
    PUBLIC_URL: 'https://site.example',
  };
  const phone = '+12126640199';
  const demo = await loadCampaign('campaigns/demo.json');
  for (const [campaign, env, isShown] of [
    [demo, {}, true],
    [demo, real, false],
    [live, {}, false],
  ] as const) {
    const site = await startTestApp({ env, overrides: { campaign } });
    try {
      const asked = await site.browser().post('/api/me/code', { phone });
      const { testPhone } = (await asked.json()) as { testPhone?: { code: string; text: string } };
      expect(testPhone !== undefined).toBe(isShown);
      if (testPhone) {
        expect(testPhone.text).toContain(testPhone.code);
        expect((await prove(site.browser(), phone, testPhone.code)).status).toBe(200);
      }
      if ('SMS' in env)
        await until(async () => twilio.messages.some(({ to }) => to === phone), 'the text at the provider');
    } finally {
      await site.close();
    }
  }
  expect(twilio.messages.find(({ to }) => to === phone)?.body).toMatch(
    /^.+: (\d{6}) is your code to sign in\.[\s\S]+@site\.example #\1$/,
  );
});
