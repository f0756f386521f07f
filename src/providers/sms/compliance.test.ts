// What every text provider has to do: the embedded outbox, and Twilio against a local server that speaks its API.
import twilio from 'twilio';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase } from '#platform/db/test-database.ts';
import { type Sms, TextError } from '#ports/sms.ts';
import { signCallback } from './callback-signature.ts';
import { openOutbox } from './embedded.ts';
import { ACCOUNT, type FakeTwilio, startFakeTwilio } from './test-twilio.ts';
import { openTwilio } from './twilio.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let fake: FakeTwilio;
let now = new Date('2026-01-01T12:00:00Z');
const clock = { now: () => now };
beforeAll(async () => {
  database = await openTestDatabase();
  fake = await startFakeTwilio(clock.now);
});
afterAll(async () => {
  await fake.close();
  await database.drop();
});

const STATUS_URL = 'https://site.example/api/webhooks/texts/status';
const makeOutbox = () => openOutbox({ db: database.db, clock, callbackSecret: ACCOUNT.authToken });
const makeTwilio = () =>
  openTwilio({
    ...ACCOUNT,
    db: database.db,
    clock,
    from: '+12125550100',
    statusUrl: STATUS_URL,
    apiUrl: fake.url,
    timeoutMs: 3000,
  });
/** The same with a messaging service, which alone keeps texts for later. */
const makeService = () =>
  openTwilio({
    ...ACCOUNT,
    db: database.db,
    clock,
    from: `MG${'0'.repeat(32)}`,
    statusUrl: STATUS_URL,
    apiUrl: fake.url,
    timeoutMs: 3000,
  });

describe.each([
  ['outbox', makeOutbox],
  ['twilio', makeTwilio],
] as const)('%s texts', (name, open) => {
  let texts: Sms;
  beforeAll(() => {
    texts = open();
  });

  test('a message is taken, has a sid, and its delivery can be asked for', async () => {
    expect(texts.name).toBe(name);
    const { sid } = await texts.sendText({ to: '+12125550142', body: 'Hello', idempotencyKey: 'a' });
    expect(sid).toMatch(/^SM[0-9a-f]{32}$/);
    expect(await texts.readDelivery(sid)).toBe('delivered');
    expect(await texts.readDelivery('SM00')).toBeNull();
    expect(await texts.readDelivery(`SM${'0'.repeat(32)}`)).toBeNull();
  });

  test('the same key is the same message, also at the same time', async () => {
    const text = { to: '+12125550143', body: 'Once', idempotencyKey: 'b' };
    const sent = await Promise.all(Array.from({ length: 5 }, () => texts.sendText(text)));
    expect(new Set(sent.map(({ sid }) => sid)).size).toBe(1);
    await expect(texts.sendText({ ...text, to: '+12125550144' })).rejects.toBeInstanceOf(TextError);
  });

  test('refusal, outage, failure and delay each look as they should', async () => {
    const send = (to: string) => texts.sendText({ to, body: 'x', idempotencyKey: to });
    await expect(send('+12125550000')).rejects.toMatchObject({ code: 'refused' });
    await expect(send('+12125550001')).rejects.toMatchObject({ code: 'unavailable' });
    expect(await texts.readDelivery((await send('+12125550002')).sid)).toBe('undelivered');
    const slow = await send('+12125550003');
    expect(await texts.readDelivery(slow.sid)).toBe('waiting');
    now = new Date(now.getTime() + 601_000);
    expect(await texts.readDelivery(slow.sid)).toBe('delivered');
  });

  test('an erased number and erased words are nowhere in our database', async () => {
    const to = '+12125550170';
    const { sid } = await texts.sendText({ to, body: 'Dear Zyxwen', idempotencyKey: `${name}:${to}` });
    const other = await texts.sendText({ to: '+12125550171', body: 'Dear Qarth', idempotencyKey: name });
    const traces = async (pattern: string) => {
      const { rows } = await database.pool.query(
        `SELECT 1 FROM sms_outbox o WHERE o::text ~ $1 UNION ALL SELECT 1 FROM sms_keys k WHERE k::text ~ $1`,
        [pattern],
      );
      return rows.length;
    };
    expect(await traces('2125550170')).toBe(1);
    await database.db.transaction((tx) => texts.eraseNumber(tx, to, 'stand-in'));
    expect(await traces('2125550170|Zyxwen')).toBe(0);
    expect(await traces(`${name}:stand-in`)).toBe(1);
    await database.db.transaction((tx) => texts.eraseBodies(tx, [other.sid]));
    expect(await traces('Qarth')).toBe(0);
    expect(await texts.readDelivery(sid)).toBe('delivered');
  });

  test('a callback is believed with the right signature over address and fields, and only then', () => {
    const fields = { MessageSid: 'SM1', MessageStatus: 'delivered' };
    const body = new URLSearchParams(fields).toString();
    const signature = twilio.getExpectedTwilioSignature(ACCOUNT.authToken, STATUS_URL, fields);
    const right = { url: STATUS_URL, signature, body };
    expect(texts.readCallback(right)).toEqual({ kind: 'delivery', sid: 'SM1', delivery: 'delivered' });
    expect(texts.readCallback({ ...right, url: `${STATUS_URL}2` })).toBeNull();
    expect(texts.readCallback({ ...right, body: body.replace('SM1', 'SM2') })).toBeNull();
    expect(texts.readCallback({ ...right, signature: undefined })).toBeNull();
    const reply = { From: '+12125550142', To: '+1', Body: 'Stop & go' };
    expect(
      texts.readCallback({
        url: STATUS_URL,
        signature: signCallback(ACCOUNT.authToken, STATUS_URL, reply),
        body: new URLSearchParams(reply).toString(),
      }),
    ).toEqual({ kind: 'reply', from: '+12125550142', body: 'Stop & go' });
  });
});

describe.each([
  ['outbox', makeOutbox],
  ['twilio service', makeService],
] as const)('%s keeps texts for later', (name, open) => {
  const HOUR_MS = 3_600_000;
  const later = () => new Date(now.getTime() + 8 * HOUR_MS);
  const send = (to: string, idempotencyKey: string) =>
    open().sendText({ to, body: `For later ${idempotencyKey}`, idempotencyKey, sendAfter: later() });

  test('it has a sid at once, is under way until its time, and delivered after it', async () => {
    expect(open().canSchedule(later())).toBe(true);
    const { sid } = await send('+12125550160', `${name} later`);
    expect(sid).toMatch(/^SM[0-9a-f]{32}$/);
    expect(await open().readDelivery(sid)).toBe('waiting');
    now = new Date(now.getTime() + 8 * HOUR_MS + 1000);
    expect(await open().readDelivery(sid)).toBe('delivered');
    expect(await open().cancelText(sid)).toBe(false);
  });

  test('called off it never goes, asking again changes nothing, and its key is free again', async () => {
    const first = await send('+12125550161', `${name} off`);
    expect(await open().cancelText(first.sid)).toBe(true);
    expect(await open().cancelText(first.sid)).toBe(true);
    expect(await open().readDelivery(first.sid)).toBe('undelivered');
    now = new Date(now.getTime() + 9 * HOUR_MS);
    expect(await open().readDelivery(first.sid)).toBe('undelivered');
    expect((await send('+12125550161', `${name} off`)).sid).not.toBe(first.sid);
    expect(await open().cancelText(`SM${'0'.repeat(32)}`)).toBe(false);
  });
});

test('Twilio: a plain number keeps nothing for later, a service nothing for the next quarter of an hour', () => {
  const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
  expect(makeTwilio().canSchedule(at(600))).toBe(false);
  expect(
    [10, 15, 16, 600, 35 * 1440, 36 * 1440].map((minutes) => makeService().canSchedule(at(minutes))),
  ).toEqual([false, false, true, true, true, false]);
});

test('Twilio: an answer lost on the way does not make a second message', async () => {
  const texts = makeTwilio();
  const text = { to: '+12125550155', body: 'With a link of its own', idempotencyKey: 'lost' };
  fake.loseNextAnswer();
  await expect(texts.sendText(text)).rejects.toMatchObject({ code: 'unavailable' });
  const { sid } = await texts.sendText(text);
  const sent = fake.messages.filter(({ to }) => to === text.to);
  expect(sent).toMatchObject([{ sid, from: '+12125550100', statusCallback: STATUS_URL }]);
});

test('Twilio: wrong credentials are our trouble, not the number’s', async () => {
  const texts = openTwilio({
    ...ACCOUNT,
    authToken: 'wrong',
    db: database.db,
    clock,
    from: '+12125550100',
    statusUrl: STATUS_URL,
    apiUrl: fake.url,
  });
  await expect(
    texts.sendText({ to: '+12125550156', body: 'x', idempotencyKey: 'wrong' }),
  ).rejects.toMatchObject({ code: 'unavailable' });
});

test('what a phone would show can be read only where no phone rings', async () => {
  const outbox = makeOutbox();
  await outbox.sendText({ to: '+12125550142', body: 'Hello, phone', idempotencyKey: 'shown' });
  await outbox.sendText({ to: '+12125550002', body: 'Lost', idempotencyKey: 'lost' });
  expect(await outbox.readTestPhone?.('shown')).toBe('Hello, phone');
  expect(await outbox.readTestPhone?.('lost')).toBeNull();
  expect(await outbox.readTestPhone?.('unknown')).toBeNull();
  expect(makeTwilio().readTestPhone).toBeUndefined();
});
