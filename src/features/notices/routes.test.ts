// Notices: one for each deed, in the inbox of whoever owns what it is about; texts only to numbers that agreed.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, startTestApp, type TestApp, until } from '#app/test-app.ts';
import { begin, insertTrack, pay, readStatus } from '#app/test-buyer.ts';
import { signInAs } from '#app/test-people.ts';
import { moveToDaylight } from '#app/test-voters.ts';
import { noteEvent } from '#features/sms/service-rounds.ts';
import { createFanRanking } from '#features/votes/queries-rank.ts';
import { watchRanks } from '#features/votes/service-watch.ts';
import type { Notice, NoticeSettings } from './contract.ts';

let app: TestApp;
let staff: Browser;
beforeAll(async () => {
  app = await startTestApp({ worker: true });
  moveToDaylight(app);
  staff = await app.staff();
});
afterAll(() => app.close());

const inbox = async (browser: Browser) =>
  (await browser.read<{ notices: Notice[] }>('/api/my/notices')).notices;
const unread = async (browser: Browser) => (await browser.read<{ unread: number }>('/api/my/unread')).unread;
const settingsOf = (browser: Browser) => browser.read<NoticeSettings>('/api/me/notices');
const choose = (browser: Browser, body: Partial<NoticeSettings>) =>
  browser.fetch('/api/me/notices', {
    method: 'PATCH',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  });
const textsTo = async (phone: string) =>
  (await app.sql<{ body: string }>('SELECT body FROM sms_outbox WHERE to_number = $1', [phone])).map(
    ({ body }) => body,
  );
const textOf = (phone: string, words: string) =>
  until(async () => (await textsTo(phone)).find((body) => body.includes(words)), `a text: ${words}`);
/** A message from staff: the quickest deed there is. */
const write = async (id: number, updateText = 'We liked it.') =>
  expect((await staff.post(`/api/admin/submissions/${id}/updates`, { updateText })).status).toBe(200);
const jobsDone = () =>
  until(async () => {
    const waiting = await app.sql(
      "SELECT FROM pgboss.job WHERE name = 'notice-text' AND state IN ('created', 'retry', 'active')",
    );
    return waiting.length === 0;
  }, 'texts of notices to be sent');

test('PE-5 a report that is ready is in the inbox and texted once to a number that agreed, until it is opened', async () => {
  const phone = '+12025550181';
  const home = app.browser();
  const id = await home.submit({ phoneNumber: phone, texts: 'true', trackTitle: 'Call me 555 0100' });
  await until(async () => (await inbox(home)).length > 0, 'the report');
  expect(await inbox(home)).toMatchObject([
    { kind: 'report', title: 'Your report is ready', path: `/results/${id}`, read: false },
  ]);
  const text = await textOf(phone, 'your report is ready');
  expect(text).toContain(`/results/${id}`);
  expect(text, 'nothing that anybody typed').not.toContain('Call me');
  expect(await home.read('/api/my?kind=track')).toMatchObject({
    sections: [{ items: [{ state: 'Report ready', next: { path: `/results/${id}` } }] }],
  });
  const elsewhere = await signInAs(app, phone);
  expect(await unread(elsewhere)).toBe(1);
  expect(await (await home.post('/api/my/notices/read', { reportOf: id })).json()).toEqual({ unread: 0 });
  expect(await unread(elsewhere)).toBe(0);
  expect(await textsTo(phone)).toHaveLength(1);
  expect(await home.read(`/api/submissions/${id}`)).toMatchObject({ texts: true });
  expect(await app.browser().read(`/api/submissions/${id}`)).not.toHaveProperty('texts');
});

test('PE-5 without consent there is the inbox and no text; nobody else reads it or marks it', async () => {
  const phone = '+12025550182';
  const home = app.browser();
  const id = await home.submit({ phoneNumber: phone });
  await write(id, 'Ten minutes on Thursday?');
  const notices = (await inbox(home)).filter(({ kind }) => kind === 'message');
  expect(notices).toMatchObject([{ body: 'Ten minutes on Thursday?', path: '/my-tracks#messages' }]);
  const stranger = app.browser();
  await stranger.submit({ phoneNumber: '+12025550183' });
  for (const other of [stranger, app.browser(), await signInAs(app, '+12025550184')]) {
    expect((await inbox(other)).filter(({ kind }) => kind === 'message')).toEqual([]);
    await other.post('/api/my/notices/read', { ids: [notices[0].id], reportOf: id });
  }
  expect((await inbox(home)).find(({ kind }) => kind === 'message')?.read).toBe(false);
  await home.post('/api/my/notices/read', { ids: [notices[0].id] });
  expect((await inbox(home)).find(({ kind }) => kind === 'message')?.read).toBe(true);
  await jobsDone();
  expect(await textsTo(phone)).toEqual([]);
});

test('PE-5 the link in a text switches them off without signing in, and no form switches them on again', async () => {
  const phone = '+12025550185';
  const home = app.browser();
  const id = await home.submit({ phoneNumber: phone, texts: 'true' });
  await write(id);
  const text = await textOf(phone, 'wrote to you');
  const code = /\/texts-off\/([0-9a-z]{26}) Reply STOP to end\.$/.exec(text)?.[1];
  expect((await app.browser().post(`/api/texts-off/${code}`)).status).toBe(200);
  expect((await app.browser().post(`/api/texts-off/${'0'.repeat(26)}`)).status).toBe(200);
  const person = await signInAs(app, phone);
  expect(await settingsOf(person)).toEqual({ texts: false, overtaken: false, stopped: false });
  await app.browser().submit({ phoneNumber: phone, texts: 'true', trackTitle: 'Typed by anybody' });
  expect((await settingsOf(person)).texts).toBe(false);
  // The browser that typed it is not told what the number decided; the person is.
  expect(await home.read(`/api/submissions/${id}`)).toMatchObject({ texts: true });
  expect(await person.read(`/api/submissions/${id}`)).toMatchObject({ texts: false });
  const before = await textsTo(phone);
  await write(id, 'Once more.');
  await jobsDone();
  expect(await textsTo(phone)).toEqual(before);
  // Whoever proved the number may, in a form as in the settings.
  await person.submit({ phoneNumber: phone, texts: 'true', trackTitle: 'Typed by me' });
  expect((await settingsOf(person)).texts).toBe(true);
});

test('PE-5 settings are a person’s own; STOP holds whatever is chosen', async () => {
  const phone = '+12025550186';
  expect((await app.browser().get('/api/me/notices')).status).toBe(401);
  expect((await choose(app.browser(), { texts: true })).status).toBe(401);
  const person = await signInAs(app, phone);
  expect(await (await choose(person, { texts: true })).json()).toMatchObject({ texts: true });
  await noteEvent(app.deps, { kind: 'reply', from: phone, body: 'STOP' });
  expect(await settingsOf(person)).toMatchObject({ texts: true, stopped: true });
  const id = await person.submit({ phoneNumber: phone });
  await write(id);
  await jobsDone();
  expect(await textsTo(phone)).toEqual([]);
  expect((await inbox(person)).map(({ kind }) => kind)).toContain('message');
});

test('PE-5 an order moved by two people at once is one notice, and one that stays where it is none', async () => {
  const phone = '+12025550187';
  const home = app.browser();
  const id = await home.submit({ phoneNumber: phone });
  await app.sql(
    `UPDATE submissions SET state = 'done', analyzed = true, analyzed_at = now(), score = 61, genre = 'Pop',
       analysis = coalesce(analysis, '{}') WHERE id = $1`,
    [id],
  );
  const secret = await begin(home, { submissionId: id, product: 'standardEntry' });
  await pay(home, secret);
  await readStatus(home, secret);
  const [order] = await app.sql<{ id: number }>('SELECT id FROM orders WHERE submission_id = $1', [id]);
  const move = (state: string) => staff.post(`/api/admin/orders/${order.id}`, { state, note: 'Booked' });
  const moved = await Promise.all([1, 2, 3, 4].map(() => move('in_progress')));
  expect(moved.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  const orders = async () => (await inbox(home)).filter(({ kind }) => kind === 'order');
  expect(await orders()).toMatchObject([{ title: 'Final round entry: in progress', body: 'Booked' }]);
  await move('delivered');
  expect(await orders()).toHaveLength(2);
});

test('PE-5 somebody who overtakes is told of to artists who asked, once a day, however many look', async () => {
  const phone = '+12025550188';
  const person = await signInAs(app, phone);
  const own = await insertTrack(app, { trackTitle: 'Paper Sun', score: 100 });
  const rival = await insertTrack(app, { artistName: 'Velvet Hour', score: 40 });
  await app.sql('UPDATE submissions SET phone_e164 = $2 WHERE id = $1', [own, phone]);
  const look = () => watchRanks(app.deps, createFanRanking(app.deps));
  const raise = (votes: number) =>
    app.sql('UPDATE submissions SET vote_count = $2, votes_free = $2 WHERE id = $1', [rival, votes]);
  const told = async () => (await inbox(person)).filter(({ kind }) => kind === 'overtaken');
  await look();
  await raise(5);
  await look();
  expect(await told(), 'not asked for').toEqual([]);
  await raise(0);
  await choose(person, { overtaken: true });
  await look();
  await raise(5);
  await Promise.all([look(), look(), look()]);
  expect(await told()).toMatchObject([
    {
      title: 'Somebody overtook you',
      body: expect.stringMatching(/^“Paper Sun” is #\d+ now, after #\d+\. Right ahead: Velvet Hour\.$/),
    },
  ]);
  await raise(0);
  await look();
  await raise(6);
  await look();
  expect(await told()).toHaveLength(1);
  app.clock.advance(86_400);
  await raise(0);
  await look();
  await raise(7);
  await look();
  expect(await told()).toHaveLength(2);
});

const statesOf = async (phone: string) =>
  (await app.sql<{ state: string }>('SELECT state FROM text_messages WHERE phone = $1', [phone])).map(
    ({ state }) => state,
  );

test('PE-5 a text that waits for the morning is called off with the rest', async () => {
  const phone = '+12025550189';
  const person = await signInAs(app, phone);
  await choose(person, { texts: true });
  // Six in the evening UTC, and twelve hours more: night everywhere in the country, also for the track's own report.
  moveToDaylight(app);
  app.clock.advance(12 * 3600);
  staff = await app.staff();
  await write(await person.submit({ phoneNumber: phone }));
  await until(async () => (await statesOf(phone)).length > 0, 'the text to be kept');
  expect(await statesOf(phone)).not.toContain('sent');
  await choose(person, { texts: false });
  await until(
    async () => (await statesOf(phone)).every((state) => state === 'failed'),
    'all to be called off',
  );
});

test('PE-5 whoever switches texts off while the provider is handed one does not get it in the morning', async () => {
  const phone = '+12025550187';
  const person = await signInAs(app, phone);
  await choose(person, { texts: true });
  moveToDaylight(app);
  app.clock.advance(12 * 3600);
  staff = await app.staff();
  const { sms } = app.deps;
  const send = sms.sendText;
  sms.sendText = async (text) => {
    if (text.to === phone) await choose(person, { texts: false });
    return send.call(sms, text);
  };
  try {
    await write(await person.submit({ phoneNumber: phone }));
    await until(async () => (await statesOf(phone)).includes('failed'), 'the text to be called off');
    expect(await statesOf(phone)).toEqual(['failed']);
  } finally {
    sms.sendText = send;
  }
});
