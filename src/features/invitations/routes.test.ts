// Invitations over HTTP: validation, consent, STOP by every path, spellings, caps, budget, receipts, erasure.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#app/test-app.ts';
import { signInAs } from '#app/test-people.ts';
import { findPhone, moveToDaylight, networkOf } from '#app/test-voters.ts';
import { CALLBACK_PATHS, REFUSALS } from '#features/sms/rules.ts';
import { askDeliveries, sendDueTexts } from '#features/sms/service-rounds.ts';
import { TextError } from '#ports/sms.ts';
import { signCallback } from '#providers/sms/callback-signature.ts';
import { COPY } from './copy.ts';
import { eraseSilentNumbers } from './service-erasure.ts';

let app: TestApp;
let nextNetwork = 1;
let nextNumber = 500;
beforeAll(async () => {
  // With fewer connections a burst of hundreds is turned away before anybody reads it.
  app = await startTestApp({ env: { TRUST_PROXY: 'true', SMS_DAILY_BUDGET: '40', DATABASE_POOL: '20' } });
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.sql('TRUNCATE text_messages, invited_artists, sms_opt_outs, sms_outbox');
  moveToDaylight(app);
});

interface Answer {
  success: boolean;
  message: string;
  fields?: Record<string, string>;
  results: { phoneNumber: string; state: string; message?: string }[];
}
async function invite(
  body: unknown,
  network = networkOf(nextNetwork++),
): Promise<{ status: number; answer: Answer }> {
  const sender = await signInAs(app, '+12025550123');
  sender.address = network;
  const response = await sender.post('/api/send-invitations', body);
  return { status: response.status, answer: (await response.json()) as Answer };
}
const ask = (...phoneNumbers: string[]) => invite({ artistName: 'Mina', phoneNumbers, consent: true });
const outbox = () =>
  app.sql<{ to_number: string; body: string; sid: string }>('SELECT * FROM sms_outbox ORDER BY created_at');

async function callBack(path: string, fields: Record<string, string>, secret?: string): Promise<Response> {
  const key = secret ?? app.deps.tokens.digest('outbox', 'callbacks');
  return fetch(`${app.url}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': signCallback(key, `${app.url}${path}`, fields),
    },
    body: new URLSearchParams(fields).toString(),
  });
}
const reply = (From: string, Body: string) => callBack(CALLBACK_PATHS.reply, { From, Body });

test('IN-1 every validation text, and nothing is stored', async () => {
  const good = findPhone(nextNumber++);
  const cases: [unknown, string][] = [
    [{ artistName: ' ', phoneNumbers: [good], consent: true }, COPY.name],
    [{ phoneNumbers: [good], consent: true }, COPY.name],
    [{ artistName: 'M', phoneNumbers: ['123456789'], consent: true }, COPY.phone],
    [{ artistName: 'M', phoneNumbers: ['1234567890123456'], consent: true }, COPY.phone],
    [{ artistName: 'M', phoneNumbers: ['212.664.7665'], consent: true }, COPY.phone],
    [{ artistName: 'M', phoneNumbers: ['', ''], consent: true }, COPY.none],
    [{ artistName: 'M', phoneNumbers: [good, good, good, good], consent: true }, COPY.many],
    [{ artistName: 'M', phoneNumbers: [good] }, COPY.consent],
  ];
  for (const [body, message] of cases) {
    const { status, answer } = await invite(body);
    expect([status, answer.message]).toEqual([400, message]);
  }
  expect(await app.sql('SELECT 1 FROM invited_artists')).toEqual([]);
  expect(await outbox()).toEqual([]);
});

test('IN-2 HON-6 a text names the sender, carries STOP, is stored with its sid, and goes once in any spelling', async () => {
  const { answer } = await ask('(212) 664-7665', '+1 212 664 7665', '12126647665');
  expect(answer).toMatchObject({ success: true, message: '1 invitation is on the way.' });
  expect(answer.results.map(({ state }) => state)).toEqual(['sent', 'sent', 'sent']);
  const [message, ...more] = await outbox();
  expect(more).toEqual([]);
  expect(message.body).toMatch(
    /^Soundcheck: "Mina" invites you to .*\/invite\/[0-9a-z]{26} Reply STOP to end$/,
  );
  expect(await app.sql('SELECT * FROM invited_artists')).toMatchObject([
    { phone_number: '+12126647665', invited_by: 'Mina', invitation_sent: true, message_sid: message.sid },
  ]);
  await ask('2126647665');
  expect(await outbox()).toHaveLength(1);
});

test('numbers of ten countries are known in their own spelling', async () => {
  const numbers = [
    ...['+44 7400 123456', '+353 85 012 3456', '+49 1512 3456789', '+33 6 12 34 56 78', '+31 6 12345678'],
    ...['+46 70 123 45 67', '+234 802 123 4567', '+27 71 123 4567', '+61 412 345 678', '+64 21 123 4567'],
  ];
  for (const number of numbers) expect((await ask(number)).answer.success, number).toBe(true);
  expect((await ask('+81 90 1234 5678')).answer.results[0].message).toBe(REFUSALS.country);
  expect(await app.sql("SELECT 1 FROM invited_artists WHERE phone_number LIKE '+81%'")).toEqual([]);
});

test('IN-3 half failing says which went; a provider that is down fails the call, and the retry is one text', async () => {
  const good = findPhone(nextNumber++);
  const { status, answer } = await ask(good, '+12126640000', '+12126640001');
  expect(status).toBe(200);
  expect(answer).toMatchObject({ success: false, message: expect.stringContaining('1 of 3 sent.') });
  expect(answer.results.map(({ state }) => state)).toEqual(['sent', 'failed', 'failed']);
  await ask(good);
  expect(await outbox()).toHaveLength(1);
  const twice = await ask(good, `${good.slice(0, 5)} ${good.slice(5)}`, '+12126640000');
  expect(twice.answer.message).toContain('1 of 2 sent.');
  expect(await ask('+12126640001')).toMatchObject({ status: 502, answer: { message: COPY.unable } });
});

test('HON-6 STOP holds for every path until START; HELP is answered', async () => {
  const phone = findPhone(nextNumber++);
  await ask(phone);
  expect((await reply(phone, ' Stop. ')).status).toBe(200);
  const { answer } = await invite({ artistName: 'Other', phoneNumbers: [phone], consent: true });
  expect(answer.results[0]).toMatchObject({ state: 'failed', message: REFUSALS.opted_out });
  expect(await outbox()).toHaveLength(1);
  await reply(phone, 'START');
  expect((await invite({ artistName: 'Other', phoneNumbers: [phone], consent: true })).answer.success).toBe(
    true,
  );
  expect(await (await reply(phone, 'help')).text()).toContain('support@soundcheck.example');
});

/** What really left: given to the provider, its time come, and not called off. */
const left = async () =>
  (
    await app.sql<{ to_number: string }>(
      'SELECT to_number FROM sms_outbox WHERE cancelled_at IS NULL AND coalesce(send_after, created_at) <= $1 ORDER BY created_at',
      [app.clock.now()],
    )
  ).map(({ to_number }) => to_number);

test('HON-6 IN-2 at night the provider gets a text at once with its sending time; STOP calls it off there', async () => {
  app.clock.advance(12 * 3600);
  const [stays, stops] = [findPhone(nextNumber++), findPhone(nextNumber++)];
  const { answer } = await ask(stays, stops);
  expect(answer.results.map(({ state }) => state)).toEqual(['scheduled', 'scheduled']);
  expect(await left()).toEqual([]);
  // Signed in each time: a session does not last the night.
  const list = async () => (await app.staff()).read('/api/admin/invited-artists');
  const waiting = { status: 'scheduled', messageSid: expect.stringMatching(/^SM/), delivery: 'waiting' };
  expect(await list()).toMatchObject([waiting, waiting]);
  expect(await (await (await app.staff()).get('/api/admin/invited-artists/export')).text()).toContain(
    ',Scheduled,',
  );
  await ask(stays);
  await reply(stops, 'STOP');
  expect(await app.sql('SELECT to_number FROM sms_outbox WHERE cancelled_at IS NOT NULL')).toEqual([
    { to_number: stops },
  ]);
  expect(await list()).toMatchObject([{ status: 'failed', reason: 'opted_out', messageSid: null }, waiting]);
  app.clock.advance(12 * 3600);
  await sendDueTexts(app.deps);
  await askDeliveries(app.deps);
  expect(await left()).toEqual([stays]);
  expect(await list()).toMatchObject([{ status: 'failed' }, { status: 'sent', delivery: 'delivered' }]);
  // Called off is not used up: after START the same inviter may ask again.
  await reply(stops, 'START');
  await ask(stops);
  expect(await left()).toEqual([stays, stops]);
});

test('HON-6 a provider that keeps no texts: our queue holds it, and the state says so', async () => {
  app.clock.advance(12 * 3600);
  const { canSchedule } = app.deps.sms;
  app.deps.sms.canSchedule = () => false;
  const [stays, stops] = [findPhone(nextNumber++), findPhone(nextNumber++)];
  expect((await ask(stays, stops)).answer.results.map(({ state }) => state)).toEqual([
    'scheduled',
    'scheduled',
  ]);
  const list = async () => (await app.staff()).read('/api/admin/invited-artists');
  expect(await list()).toMatchObject([{ status: 'scheduled', messageSid: null }, { status: 'scheduled' }]);
  await reply(stops, 'STOP');
  await sendDueTexts(app.deps);
  expect(await outbox()).toEqual([]);
  app.clock.advance(12 * 3600);
  expect(await sendDueTexts(app.deps)).toBe(1);
  expect(await left()).toEqual([stays]);
  expect(await list()).toMatchObject([
    { status: 'failed', reason: 'opted_out' },
    { status: 'sent', messageSid: expect.stringMatching(/^SM/) },
  ]);
  app.deps.sms.canSchedule = canSchedule;
});

test('HON-6 STOP while the provider is away is told to it later; what went meanwhile is said to have gone', async () => {
  app.clock.advance(12 * 3600);
  const [later, late] = [findPhone(nextNumber++), findPhone(nextNumber++)];
  await ask(later, late);
  const { cancelText } = app.deps.sms;
  app.deps.sms.cancelText = () => Promise.reject(new TextError('unavailable', 'away'));
  expect((await reply(later, 'STOP')).status).toBe(200);
  expect(await app.sql('SELECT 1 FROM text_messages WHERE cancel_sid IS NOT NULL')).toHaveLength(1);
  app.deps.sms.cancelText = cancelText;
  await sendDueTexts(app.deps);
  expect(await app.sql('SELECT 1 FROM text_messages WHERE cancel_sid IS NOT NULL')).toEqual([]);
  app.deps.sms.cancelText = () => Promise.reject(new TextError('unavailable', 'away'));
  await reply(late, 'STOP');
  app.clock.advance(12 * 3600);
  app.deps.sms.cancelText = cancelText;
  await sendDueTexts(app.deps);
  expect(await left()).toEqual([late]);
  expect(await app.sql('SELECT state FROM text_messages ORDER BY id')).toEqual([
    { state: 'failed' },
    { state: 'sent' },
  ]);
});

test('forged callbacks change nothing; a receipt settles the delivery once', async () => {
  const phone = findPhone(nextNumber++);
  await ask(phone);
  const [{ sid }] = await outbox();
  expect((await callBack(CALLBACK_PATHS.reply, { From: phone, Body: 'STOP' }, 'guess')).status).toBe(403);
  expect(
    (await callBack(CALLBACK_PATHS.status, { MessageSid: sid, MessageStatus: 'failed' }, 'x')).status,
  ).toBe(403);
  expect(await app.sql('SELECT 1 FROM sms_opt_outs')).toEqual([]);
  for (const MessageStatus of ['sent', 'undelivered', 'delivered'])
    expect((await callBack(CALLBACK_PATHS.status, { MessageSid: sid, MessageStatus })).status).toBe(200);
  expect(await app.sql('SELECT delivery FROM text_messages')).toEqual([{ delivery: 'undelivered' }]);
  await ask('+12126640002');
  await askDeliveries(app.deps);
  expect(await app.sql("SELECT 1 FROM text_messages WHERE delivery = 'undelivered'")).toHaveLength(2);
});

test('a burst of a thousand is held to the budget, and one number to its cap, with a clear message', async () => {
  const phone = findPhone(nextNumber++);
  const byMany = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      invite({ artistName: `Friend ${index}`, phoneNumbers: [phone], consent: true }),
    ),
  );
  expect(byMany.filter(({ answer }) => answer.success)).toHaveLength(3);
  expect(byMany.find(({ answer }) => !answer.success)!.answer.message).toContain(REFUSALS.cap);
  const listed = await (await app.staff()).read<{ reason: string | null }[]>('/api/admin/invited-artists');
  expect(listed.filter(({ reason }) => reason === 'cap')).toHaveLength(5);
  // A thousand invitations from everywhere at once: exactly the day's texts go, each refusal says why.
  const burst = await Promise.all(
    Array.from({ length: 334 }, (_, index) =>
      ask(...Array.from({ length: index ? 3 : 1 }, () => findPhone(nextNumber++))),
    ),
  );
  const results = burst.flatMap(({ answer }) => answer.results);
  expect(results).toHaveLength(1000);
  expect(results.filter(({ state }) => state === 'sent')).toHaveLength(37);
  expect(new Set(results.filter(({ state }) => state === 'failed').map(({ message }) => message))).toEqual(
    new Set([REFUSALS.budget]),
  );
  expect(await outbox()).toHaveLength(40);
  // And from one network: the rest is told to come back later.
  const network = networkOf(nextNetwork++);
  const flood = await Promise.all(
    Array.from({ length: 30 }, () =>
      invite({ artistName: 'Flood', phoneNumbers: ['x'], consent: true }, network),
    ),
  );
  expect(flood.filter(({ status }) => status === 429)).toHaveLength(10);
  expect(flood.find(({ status }) => status === 429)!.answer.message).toMatch(
    /too many|slow down|later|minute/i,
  );
});

test('the invited person sees who invited them, joins, stops, or is erased everywhere', async () => {
  const phone = findPhone(nextNumber++);
  await ask(phone);
  const code = /invite\/(\w+)/.exec((await outbox())[0].body)![1];
  const path = `/api/invitations/${code}`;
  const browser = app.browser();
  expect(await browser.read(path)).toMatchObject({ invitedBy: 'Mina', stopped: false, joined: false });
  expect(JSON.stringify(await browser.read(path))).not.toContain(phone.slice(2, 8));
  expect(await (await browser.post(path, { answer: 'join' })).json()).toMatchObject({ joined: true });
  expect(await (await browser.post(path, { answer: 'erase' })).json()).toMatchObject({
    phone: null,
    stopped: true,
  });
  for (const table of ['text_messages', 'invited_artists', 'sms_outbox', 'sms_opt_outs'])
    expect(JSON.stringify(await app.sql(`SELECT * FROM ${table}`))).not.toContain(phone);
  expect((await ask(phone)).answer.results[0].message).toBe(REFUSALS.opted_out);
  expect((await browser.get(`/api/invitations/${'0'.repeat(26)}`)).status).toBe(404);
});

test('numbers nobody answered from are erased after 30 days, others stay', async () => {
  const [silent, joined] = [findPhone(nextNumber++), findPhone(nextNumber++)];
  await ask(silent, joined);
  await app.sql('UPDATE invited_artists SET answered_at = now() WHERE phone_number = $1', [joined]);
  app.clock.advance(29 * 86_400);
  expect(await eraseSilentNumbers(app.deps)).toBe(0);
  app.clock.advance(2 * 86_400);
  expect(await eraseSilentNumbers(app.deps)).toBe(1);
  const kept = await app.sql<{ phone_number: string }>(
    'SELECT phone_number FROM invited_artists ORDER BY id',
  );
  expect(kept.map(({ phone_number }) => phone_number)).toEqual(['', joined]);
});

const codeIn = (body: string) => /invite\/(\w{26})/.exec(body)![1];

test('IN-2 who is invited again after the number was forgotten gets a text, a link and 30 days of their own', async () => {
  const phone = findPhone(nextNumber++);
  await ask(phone);
  const [first] = await outbox();
  app.clock.advance(31 * 86_400);
  expect(await eraseSilentNumbers(app.deps)).toBe(1);
  expect((await ask(phone)).answer.results).toMatchObject([{ state: 'sent' }]);
  // Within the new days, asking again is resending: nothing more goes.
  await Promise.all([ask(phone), ask(phone)]);
  const [, second, ...more] = await outbox();
  expect(second).toMatchObject({ to_number: phone });
  expect(more).toEqual([]);
  expect(codeIn(second.body)).not.toBe(codeIn(first.body));
  const list = async () => (await app.staff()).read('/api/admin/invited-artists');
  const erased = { phoneNumber: '', messageSid: first.sid };
  expect(await list()).toMatchObject([
    { phoneNumber: phone, status: 'sent', messageSid: second.sid },
    erased,
  ]);
  app.clock.advance(29 * 86_400);
  expect(await eraseSilentNumbers(app.deps)).toBe(0);
  // The round that forgets numbers has not come by yet: the 30 days are over all the same.
  app.clock.advance(2 * 86_400);
  await ask(phone);
  expect(await outbox()).toHaveLength(3);
  expect(await list()).toMatchObject([{ phoneNumber: phone }, { phoneNumber: '' }, erased]);
  // The oldest link still leads out, and out is out.
  const holder = app.browser();
  const answered = await holder.post(`/api/invitations/${codeIn(first.body)}`, { answer: 'erase' });
  expect(await answered.json()).toMatchObject({ phone: null, stopped: true });
  expect(JSON.stringify(await app.sql('SELECT * FROM invited_artists, text_messages'))).not.toContain(phone);
  app.clock.advance(31 * 86_400);
  expect((await ask(phone)).answer.results[0].message).toBe(REFUSALS.opted_out);
  // START makes it possible again, as if for the first time.
  await reply(phone, 'START');
  expect((await ask(phone)).answer.results).toMatchObject([{ state: 'sent' }]);
  expect(await outbox()).toHaveLength(4);
  app.clock.advance(31 * 86_400);
  expect(await eraseSilentNumbers(app.deps)).toBe(1);
});

test('SD-17 SD-11 staff list, search and export invited artists', async () => {
  const phone = findPhone(nextNumber++);
  await ask(phone, '+12126640000');
  const staff = await app.staff();
  const list = '/api/admin/invited-artists';
  expect((await app.browser().get(list)).status).toBe(401);
  expect(await staff.read(list)).toMatchObject([{ invitationSent: false }, { invitationSent: true }]);
  expect(await staff.read(`${list}?direction=asc`)).toMatchObject([
    { invitationSent: true },
    { invitationSent: false },
  ]);
  await app.sql(
    `INSERT INTO invited_artists (phone_number, phone_digest, invited_by, invitation_sent, code, created_at)
     SELECT '+1', 'd' || n, 'Sorted', n % 2 = 0, 'sorted' || n, now() FROM generate_series(1, 5) n`,
  );
  await app.sql(
    `INSERT INTO text_messages (key, phone, phone_digest, body, state, created_at, send_after, invitation_id)
     SELECT 'sorted', '+1', 'd5', 'Hello', 'waiting', now(), now(), id FROM invited_artists WHERE code = 'sorted5'`,
  );
  for (const direction of ['asc', 'desc']) {
    const order = `${list}?sort=status&direction=${direction}`;
    const whole = await staff.read<{ id: number; status: string }[]>(order);
    const standing = ['failed', 'failed', 'failed', 'scheduled', 'sent', 'sent', 'sent'];
    expect(whole.map(({ status }) => status)).toEqual(direction === 'asc' ? standing : standing.toReversed());
    const paged: { id: number }[] = [];
    for (const _ of whole) {
      const after = paged.length > 0 ? `&after=${paged[paged.length - 1].id}` : '';
      paged.push(...(await staff.read<{ id: number }[]>(`${order}&limit=1${after}`)));
    }
    expect(paged).toEqual(whole);
  }
  await app.sql("DELETE FROM text_messages WHERE key = 'sorted'");
  await app.sql("DELETE FROM invited_artists WHERE invited_by = 'Sorted'");
  expect(await staff.read(`${list}?search=MIN`)).toHaveLength(2);
  expect(await staff.read(`${list}?search=${phone.slice(3)}`)).toHaveLength(1);
  expect(await staff.read(`${list}?search=%25`)).toEqual([]);
  await app.sql(
    `INSERT INTO invited_artists (phone_number, phone_digest, invited_by, code, created_at)
     SELECT '+1', 'many' || n, 'Many', 'many' || n, now() FROM generate_series(1, 1001) n`,
  );
  const csv = await (await staff.get(`${list}/export`)).text();
  // A heading, two and 1001 more, and the end of the last line.
  expect(csv.split('\r\n')).toHaveLength(1 + 2 + 1001 + 1);
  const [audited] = await staff.read<object[]>('/api/admin/audit?action=invited.export&limit=1');
  expect(audited).toMatchObject({ action: 'invited.export', detail: {} });
  expect(csv).toContain('Sent');
  expect(csv).toContain('Failed');
  expect(await staff.read('/api/admin/texts')).toMatchObject([{ state: 'failed' }, { state: 'sent' }]);
});
