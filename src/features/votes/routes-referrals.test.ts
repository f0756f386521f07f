// Referrals over HTTP: rules, consent, once per person and track, messages that fail before and after.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Browser, startTestApp, type TestApp } from '#app/test-app.ts';
import { insertTrack } from '#app/test-buyer.ts';
import { signInAs } from '#app/test-people.ts';
import { countsOf, findPhone, moveToDaylight, networkOf, readCounts } from '#app/test-voters.ts';
import { REFUSALS } from '#features/sms/rules.ts';
import { digestPhone } from '#features/sms/service.ts';
import { COPY } from './copy.ts';
import { countProvenArrivals } from './service-arrivals.ts';
import { followDeliveries } from './service-deliveries.ts';

let app: TestApp;
let id: number;
let nextNumber = 100;
let nextNetwork = 1;
beforeAll(async () => {
  app = await startTestApp({ env: { TRUST_PROXY: 'true' } });
  moveToDaylight(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  id = await insertTrack(app);
});

const three = (phones = [findPhone(nextNumber++), findPhone(nextNumber++), findPhone(nextNumber++)]) =>
  phones.map((phoneNumber, index) => ({ artistName: `Artist ${index + 1}`, phoneNumber }));

/** Each time somebody else, signed in, from a network of their own. */
const refer = async (body: unknown, track = id) => {
  const browser = await signInAs(app, findPhone(500_000 + nextNetwork));
  browser.address = networkOf(nextNetwork++);
  return browser.post(`/api/submissions/${track}/vote/free`, body);
};
const keyOf = (phone: string) => `referral:${id}:${digestPhone(app.deps, phone)}`;
/** Opens the link in the text that went to this number, in a browser of its own. */
async function follow(phone: string, browser = app.browser()) {
  const [{ body }] = await app.sql<{ body: string }>('SELECT body FROM sms_outbox WHERE to_number = $1', [
    phone,
  ]);
  const code = /invite\/([0-9a-z]{26})/.exec(body)![1];
  expect((await browser.post(`/api/referrals/${code}/follow`)).status).toBe(200);
}
const stored = () => app.sql('SELECT * FROM referrals WHERE submission_id = $1 ORDER BY id', [id]);

test('VO-16 VO-11 PE-9 three referrals are stored with their messages; five votes wait, and count once one came', async () => {
  const referrals = three();
  const answer = await refer({ referrerName: '', referrals, consent: true });
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({
    votes: 5,
    state: 'waiting',
    voteCount: 0,
    message: COPY.referralWaits,
  });
  const rows = await stored();
  expect(rows).toHaveLength(3);
  for (const row of rows)
    expect(row).toMatchObject({
      message_sent: true,
      message_sid: expect.stringMatching(/^SM/),
      referrer_name: 'Mina Okafor',
    });
  expect(
    await app.sql('SELECT 1 FROM sms_outbox WHERE body LIKE $1', ['%Saltwater Teeth%STOP%']),
  ).toHaveLength(3);
  const again = await refer({ referrals, consent: true });
  expect(again.status).toBe(409);
  expect(await again.json()).toMatchObject({ message: COPY.referred });
  const mixed = await refer({ referrals: [referrals[0], ...three().slice(1)], consent: true });
  expect(mixed.status).toBe(409);
  expect(await readCounts(app, id)).toEqual(countsOf({ waiting: 5 }));
  await Promise.all(referrals.map(({ phoneNumber }) => follow(phoneNumber)));
  expect(await readCounts(app, id)).toEqual(countsOf({ total: 5, referred: 5 }));
  const other = await insertTrack(app);
  expect((await refer({ referrals, consent: true }, other)).status).toBe(200);
});

test('VO-16 ten identical requests at once add five votes and send three messages', async () => {
  const referrals = three();
  const before = await app.sql('SELECT 1 FROM sms_outbox');
  const answers = await Promise.all(Array.from({ length: 10 }, () => refer({ referrals, consent: true })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
  expect(await readCounts(app, id)).toEqual(countsOf({ waiting: 5 }));
  expect(await app.sql('SELECT 1 FROM sms_outbox')).toHaveLength(before.length + 3);
});

test('VO-16 without consent nothing is stored and nothing is sent', async () => {
  const before = await app.sql('SELECT 1 FROM sms_outbox');
  for (const consent of [undefined, false]) {
    const answer = await refer({ referrals: three(), consent });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ fields: { consent: COPY.consent } });
  }
  expect(await stored()).toEqual([]);
  expect(await app.sql('SELECT 1 FROM sms_outbox')).toHaveLength(before.length);
  expect(await readCounts(app, id)).toMatchObject({ total: 0 });
});

test('VO-11 VO-16 the server rechecks three people, their digits and that they differ', async () => {
  const [a, b] = three();
  const cases: [unknown, string][] = [
    [[a, b], COPY.people],
    [[a, b, { artistName: ' ', phoneNumber: '2126647665' }], COPY.people],
    [[a, b, { artistName: 'C', phoneNumber: '' }], COPY.people],
    [[a, b, { artistName: 'C', phoneNumber: '123456789' }], COPY.phone],
    [[a, b, { artistName: 'C', phoneNumber: '1234567890123456' }], COPY.phone],
    [[a, b, { artistName: 'C', phoneNumber: a.phoneNumber.replace('+1', '+1 (') }], COPY.distinct],
    [[a, b, { artistName: 'C', phoneNumber: a.phoneNumber.slice(2) }], COPY.distinct],
  ];
  for (const [referrals, message] of cases) {
    const answer = await refer({ referrals, consent: true });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ message });
  }
  expect(await stored()).toEqual([]);
});

test('VO-11 a provider that refuses one message leaves no vote; the retry texts nobody twice', async () => {
  const referrals = three([findPhone(nextNumber++), findPhone(nextNumber++), '+12126640001']);
  const failed = await refer({ referrals, consent: true });
  expect(failed.status).toBe(502);
  expect(await failed.json()).toMatchObject({ message: COPY.referralsFailed });
  expect(await stored()).toEqual([]);
  expect(await readCounts(app, id)).toMatchObject({ total: 0, held: 0 });
  referrals[2].phoneNumber = findPhone(nextNumber++);
  expect((await refer({ referrals, consent: true })).status).toBe(200);
  const sent = await app.sql('SELECT to_number FROM sms_outbox WHERE to_number = ANY($1)', [
    referrals.map(({ phoneNumber }) => phoneNumber),
  ]);
  expect(sent).toHaveLength(3);
});

test('VO-16 a set cut off between messages and votes is finished by the next try', async () => {
  const referrals = three();
  // As a killed process leaves it: the set is written, one message is out.
  const [{ id: setId }] = await app.sql<{ id: number }>(
    'INSERT INTO referral_sets (submission_id, created_at) VALUES ($1, now()) RETURNING id',
    [id],
  );
  for (const { artistName, phoneNumber } of referrals)
    await app.sql(
      `INSERT INTO referrals (set_id, submission_id, referrer_name, referred_name, referred_phone, phone_e164, text_key, created_at)
       VALUES ($1, $2, 'Mina Okafor', $3, $4, $4, $5, now())`,
      [setId, id, artistName, phoneNumber, keyOf(phoneNumber)],
    );
  await app.deps.sms.sendText({
    to: referrals[0].phoneNumber,
    body: 'out already',
    idempotencyKey: keyOf(referrals[0].phoneNumber),
  });
  expect(await stored()).toHaveLength(3);
  expect((await refer({ referrals, consent: true })).status).toBe(200);
  expect(await readCounts(app, id)).toEqual(countsOf({ waiting: 5 }));
  const sent = await app.sql('SELECT 1 FROM sms_outbox WHERE to_number = ANY($1)', [
    referrals.map(({ phoneNumber }) => phoneNumber),
  ]);
  expect(sent).toHaveLength(3);
});

test('VO-11 votes for a number that cannot be reached are taken back by a new entry, once', async () => {
  const referrals = three([findPhone(nextNumber++), '+12126640002', '+12126650002']);
  const made = (await (await refer({ referrals, consent: true })).json()) as { receiptCode: string };
  await follow(referrals[0].phoneNumber);
  expect(await readCounts(app, id)).toMatchObject({ total: 5 });
  expect(await followDeliveries(app.deps)).toBe(5);
  expect(await followDeliveries(app.deps)).toBe(0);
  expect(await readCounts(app, id)).toEqual(countsOf({}));
  const rows = await app.sql('SELECT kind, vote_count FROM votes WHERE submission_id = $1 ORDER BY id', [id]);
  expect(rows).toEqual([
    { kind: 'referral', vote_count: 5 },
    { kind: 'adjustment', vote_count: -5 },
  ]);
  expect(await app.browser().read(`/api/vote-receipts/${made.receiptCode}`)).toMatchObject({
    state: 'voided',
    takenBack: 5,
    reason: 'A referred number could not be reached.',
    decisions: [{ state: 'waiting' }, { state: 'counted' }, { state: 'voided' }],
  });
});

test('PE-9 votes that still wait are voided when a number cannot be reached, and nobody can come for them any more', async () => {
  const referrals = three([findPhone(nextNumber++), '+12126660002', '+12126670002']);
  await refer({ referrals, consent: true });
  expect(await followDeliveries(app.deps)).toBe(0);
  await follow(referrals[0].phoneNumber);
  expect(await readCounts(app, id)).toEqual(countsOf({}));
});

test('PE-9 whoever refers is not their own guest; proving the number brings the votes as well as the link', async () => {
  const referrals = three();
  const browser = await signInAs(app, findPhone(nextNumber++));
  browser.address = networkOf(nextNetwork++);
  await browser.post('/api/priority-ticket');
  const made = await browser.post(`/api/submissions/${id}/vote/free`, { referrals, consent: true });
  expect(await made.json()).toMatchObject({ state: 'waiting' });
  await follow(referrals[0].phoneNumber, browser);
  expect(await countProvenArrivals(app.deps)).toBe(0);
  expect(await readCounts(app, id)).toEqual(countsOf({ waiting: 5 }));
  app.clock.advance(60);
  await signInAs(app, referrals[1].phoneNumber);
  expect(await countProvenArrivals(app.deps)).toBe(5);
  expect(await countProvenArrivals(app.deps)).toBe(0);
  expect(await readCounts(app, id)).toEqual(countsOf({ total: 5, referred: 5 }));
});

test('PE-9 a code that is none of a referral changes nothing and says nothing', async () => {
  expect((await app.browser().post(`/api/referrals/${'a'.repeat(26)}/follow`)).status).toBe(200);
  expect((await app.browser().post('/api/referrals/short/follow')).status).toBe(404);
});

test('PE-9 a held set that staff release waits until somebody came; one somebody came for counts', async () => {
  const staff = await app.staff();
  const release = async () => {
    const { votes } = await staff.read<{ votes: { id: number }[] }>(
      `/api/admin/held-votes?submissionId=${id}`,
    );
    return (await staff.post(`/api/admin/votes/${votes[0].id}/release`, {})).json();
  };
  const waiting = ['+12126648101', '+12126648102', '+12126648103'];
  await refer({ referrals: three(waiting), consent: true });
  expect(await release()).toMatchObject({ state: 'waiting' });
  expect(await readCounts(app, id)).toEqual(countsOf({ waiting: 5 }));
  const followed = ['+13126648101', '+13126648102', '+13126648103'];
  await refer({ referrals: three(followed), consent: true });
  await follow(followed[2]);
  expect(await readCounts(app, id)).toEqual(countsOf({ waiting: 5, held: 5 }));
  expect(await release()).toMatchObject({ state: 'counted' });
  await follow(waiting[0]);
  expect(await readCounts(app, id)).toEqual(countsOf({ total: 10, referred: 10 }));
});

test('PE-9 once people are known, nobody refers themselves, nor whoever brought them, near or far', async () => {
  const phones = [0, 1, 2].map(() => findPhone(nextNumber++));
  const [ada, ben, cleo] = await Promise.all(phones.map((phone) => signInAs(app, phone)));
  const send = (browser: Browser, phone: string, track = id) =>
    browser.post(`/api/submissions/${track}/vote/free`, {
      consent: true,
      referrals: [{ artistName: 'X', phoneNumber: phone }, ...three().slice(1)],
    });
  const own = await send(ada, phones[0]);
  expect(own.status).toBe(400);
  expect(await own.json()).toMatchObject({ message: COPY.ownNumber });
  expect((await send(ada, phones[1])).status).toBe(200);
  expect((await send(ben, phones[2])).status).toBe(200);
  for (const [who, whom] of [
    [ben, phones[0]],
    [cleo, phones[0]],
    [cleo, phones[1]],
  ] as const) {
    const back = await send(who, whom, await insertTrack(app));
    expect(back.status).toBe(409);
    expect(await back.json()).toMatchObject({ message: COPY.circle });
  }
});

test('PE-9 two who refer each other at the same moment: one of them is refused', async () => {
  const phones = [findPhone(nextNumber++), findPhone(nextNumber++)];
  const people = await Promise.all(phones.map((phone) => signInAs(app, phone)));
  const answers = await Promise.all(
    people.map((browser, index) =>
      browser.post(`/api/submissions/${id}/vote/free`, {
        consent: true,
        referrals: [{ artistName: 'X', phoneNumber: phones[1 - index] }, ...three().slice(1)],
      }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('three numbers in a row are held', async () => {
  const answer = await refer({
    referrals: three(['+12126647001', '+12126647002', '+12126647003']),
    consent: true,
  });
  expect(await answer.json()).toMatchObject({ state: 'held', voteCount: 0 });
  expect(await readCounts(app, id)).toMatchObject({ total: 0, held: 5 });
});

test('VO-11 a refused number is named with its reason; no vote, and nothing of the set is kept', async () => {
  const [a, b, c] = three();
  const refused = await refer({
    referrals: [a, { artistName: 'Kojo', phoneNumber: '+12126640000' }, c],
    consent: true,
  });
  expect(refused.status).toBe(400);
  expect(await refused.json()).toMatchObject({
    message: `Kojo, +12126640000: ${REFUSALS.refused}`,
    fields: { 'referrals.1.phoneNumber': REFUSALS.refused },
  });
  const abroad = { artistName: 'Yuki', phoneNumber: '+81 90 1234 5678' };
  expect(await (await refer({ referrals: [a, b, abroad], consent: true })).json()).toMatchObject({
    fields: { 'referrals.2.phoneNumber': REFUSALS.country },
  });
  expect(await stored()).toEqual([]);
  expect(await readCounts(app, id)).toMatchObject({ total: 0, held: 0 });
});

test('VO-11 HON-6 the link of a referral says who sent it and about which track, and offers the way out', async () => {
  const referrals = three();
  await refer({ referrerName: 'Ines', referrals, consent: true });
  const [{ body }] = await app.sql<{ body: string }>('SELECT body FROM sms_outbox WHERE to_number = $1', [
    referrals[0].phoneNumber,
  ]);
  const path = `/api/invitations/${/invite\/([0-9a-z]{26})/.exec(body)![1]}`;
  const browser = app.browser();
  expect(await browser.read(path)).toMatchObject({
    invitedBy: 'Ines',
    stopped: false,
    track: { id, trackTitle: 'Saltwater Teeth' },
  });
  expect(await (await browser.post(path, { answer: 'erase' })).json()).toMatchObject({
    phone: null,
    stopped: true,
  });
  for (const table of ['text_messages', 'referrals', 'sms_outbox'])
    expect(JSON.stringify(await app.sql(`SELECT * FROM ${table}`))).not.toContain(
      referrals[0].phoneNumber.slice(1),
    );
  const again = await refer({ referrals: [referrals[0], ...three().slice(1)], consent: true });
  expect(await again.json()).toMatchObject({ message: COPY.referred });
});

test('VO-16 at night referrals have their sids at once; STOP before the morning takes the votes back', async () => {
  app.clock.advance(12 * 3600);
  const referrals = three();
  expect((await refer({ referrals, consent: true })).status).toBe(200);
  expect(await stored()).toMatchObject(
    Array(3).fill({ message_sent: true, message_sid: expect.stringMatching(/^SM/) }),
  );
  await follow(referrals[1].phoneNumber);
  expect(await followDeliveries(app.deps)).toBe(0);
  const [{ code }] = await app.sql<{ code: string }>('SELECT code FROM text_messages WHERE phone = $1', [
    referrals[0].phoneNumber,
  ]);
  await app.browser().post(`/api/invitations/${code}`, { answer: 'stop' });
  expect(await followDeliveries(app.deps)).toBe(5);
  expect(await readCounts(app, id)).toMatchObject({ total: 0 });
  moveToDaylight(app);
});

test('PE-13 HON-6 a referral without a proven number is refused: nothing is stored, nobody is texted', async () => {
  const answer = await app
    .browser()
    .post(`/api/submissions/${id}/vote/free`, { referrals: three(), consent: true });
  expect(answer.status).toBe(401);
  expect(await answer.json()).toMatchObject({ reason: 'prove_number' });
  expect(await stored()).toEqual([]);
});

test('PE-13 names in a referral’s text carry no link and no number', async () => {
  const [first, ...rest] = three();
  const artistName = 'Win $500 at evil.example/x, call 202-555-0147';
  const referrerName = 'https://evil.example 2025550147';
  const body = { referrerName, referrals: [{ ...first, artistName }, ...rest], consent: true };
  expect((await refer(body)).status).toBe(200);
  const [text] = await app.sql<{ body: string }>('SELECT body FROM sms_outbox WHERE to_number = $1', [
    first.phoneNumber,
  ]);
  expect(text.body).toMatch(/^Soundcheck: "/);
  const ours = text.body.replace(/http:\/\/127\.0\.0\.1:\d+\/invite\/[0-9a-z]{26}/, '');
  expect(ours).not.toMatch(/\d{3}|\w\.\w|:\/\//);
});
