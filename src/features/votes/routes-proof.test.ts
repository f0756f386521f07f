// Votes that are people's: proven and typed ones of one number, what nobody is told, and votes that wait for proof.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Browser, startTestApp, type TestApp } from '#app/test-app.ts';
import { insertTrack } from '#app/test-buyer.ts';
import { signInAs } from '#app/test-people.ts';
import { countsOf, findPhone, readCounts, voteFrom } from '#app/test-voters.ts';
import { checkMoney } from '#features/payments/service-check.ts';
import type { CastVote, VoteReceipt } from './contract.ts';
import { COPY } from './copy.ts';
import { voteData } from './personal-data.ts';

let app: TestApp;
let id: number;
let phone: string;
let nextNumber = 40_000;
let nextNetwork = 1;
beforeAll(async () => {
  app = await startTestApp({ env: { TRUST_PROXY: 'true' } });
});
afterAll(async () => {
  expect((await checkMoney(app.deps)).problems).toEqual([]);
  await app.close();
});
beforeEach(async () => {
  app.deps.campaign.votes.proof = 'shown';
  id = await insertTrack(app, { createdAt: app.clock.now() });
  phone = findPhone(nextNumber++);
});

const type = (voterPhone = phone, track = id) =>
  voteFrom(app, track, { voterName: 'Somebody', voterPhone }, nextNetwork++);
const votePath = () => `/api/submissions/${id}/vote`;
const rows = () =>
  app.sql('SELECT proof, state, voter_name, phone_e164 FROM votes WHERE submission_id = $1 ORDER BY id', [
    id,
  ]);
const decisions = () =>
  app.sql(
    `SELECT d.state, d.reason, d.decided_by FROM vote_decisions d JOIN votes v ON v.id = d.vote_id
     WHERE v.submission_id = $1 ORDER BY d.id`,
    [id],
  );
const readReceipt = ({ receiptCode }: CastVote) =>
  app.browser().read<VoteReceipt>(`/api/vote-receipts/${receiptCode}`);
const castBy = async (answer: Promise<Response>) => (await (await answer).json()) as CastVote;

test('PE-6 whoever is signed in votes without typing, with their own number whatever is typed', async () => {
  const person = await signInAs(app, phone, { provenBy: 'passkey' });
  const answer = await person.post(votePath());
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ state: 'counted', voteCount: 1, message: COPY.counted });
  const other = await signInAs(app, findPhone(nextNumber++));
  expect((await other.post(votePath(), { voterName: 'Ines', voterPhone: '+1 212 664 7665' })).status).toBe(
    200,
  );
  expect(await rows()).toEqual([
    { proof: 'passkey', state: 'counted', voter_name: '', phone_e164: phone },
    { proof: 'sms', state: 'counted', voter_name: 'Ines', phone_e164: findPhone(nextNumber - 1) },
  ]);
  expect(await readCounts(app, id)).toEqual(countsOf({ total: 2, free: 2, proven: 2 }));
  const shown = await app.browser().read<unknown[]>(`/api/submissions/${id}/votes`);
  expect(shown).toMatchObject([
    { voterName: 'Ines', proven: true },
    { voterName: 'A supporter', proven: true },
  ]);
});

test('SV-3 PE-7 a person who votes twice is told, as the briefs have it; tomorrow they can vote again', async () => {
  const person = await signInAs(app, phone);
  const answers = await Promise.all(Array.from({ length: 10 }, () => person.post(votePath())));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
  const again = await person.post(votePath());
  expect(await again.json()).toMatchObject({ message: COPY.repeat });
  expect(await readCounts(app, id)).toEqual(countsOf({ total: 1, free: 1, proven: 1 }));
  app.clock.advance(24 * 3600);
  expect((await person.post(votePath())).status).toBe(200);
});

test('PE-7 a proven vote takes the place of a typed one: one counts, and a decision says why', async () => {
  const typed = await castBy(type());
  expect(await readCounts(app, id)).toEqual(countsOf({ total: 1, free: 1, unproven: 1 }));
  const person = await signInAs(app, phone);
  expect(await castBy(person.post(votePath()))).toMatchObject({ state: 'counted', voteCount: 1 });
  expect(await readCounts(app, id)).toEqual(countsOf({ total: 1, free: 1, proven: 1 }));
  expect(await rows()).toMatchObject([
    { proof: 'none', state: 'replaced' },
    { proof: 'sms', state: 'counted' },
  ]);
  expect(await decisions()).toEqual([
    { state: 'replaced', reason: expect.stringContaining('proven'), decided_by: 'rule' },
  ]);
  // Whoever typed the number does not learn from the receipt that its owner has voted since.
  expect(await readReceipt(typed)).toMatchObject({ state: 'counted', reason: null, decisions: [] });
});

test('PE-7 proven and typed votes of one number, twenty at once: exactly one counts, and it is the proven one', async () => {
  for (let round = 0; round < 5; round++) {
    id = await insertTrack(app, { createdAt: app.clock.now() });
    phone = findPhone(nextNumber++);
    const person = await signInAs(app, phone);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => (n === 7 + round ? person.post(votePath()) : type())),
    );
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(await readCounts(app, id)).toEqual(countsOf({ total: 1, free: 1, proven: 1 }));
    const [standing] = await app.sql<{ votes: number }>(
      'SELECT votes FROM fan_standings WHERE submission_id = $1',
      [id],
    );
    expect(standing.votes).toBe(1);
  }
});

test('PE-7 a typed vote is answered the same whether the number has not voted, has, or has proven itself', async () => {
  const fresh = await castBy(type());
  const again = await castBy(type());
  const proven = findPhone(nextNumber++);
  await (await signInAs(app, proven)).post(votePath());
  const afterProof = await castBy(type(proven));
  const plain = ({ receiptCode: _, voteCount: __, ...said }: CastVote) => said;
  expect(plain(again)).toEqual(plain(fresh));
  expect(plain(afterProof)).toEqual(plain(fresh));
  const receipts = await Promise.all([fresh, again, afterProof].map(readReceipt));
  const visible = receipts.map(({ code: _, createdAt: __, ...receipt }) => receipt);
  expect(visible[1]).toEqual(visible[0]);
  expect(visible[2]).toEqual(visible[0]);
  // The proven vote stayed; each number counts once.
  expect(await readCounts(app, id)).toEqual(countsOf({ total: 2, free: 2, proven: 1, unproven: 1 }));
});

test('PE-7 a typed vote that is held, cast by somebody else, uses up nobody’s vote', async () => {
  const device = app.browser();
  await device.post('/api/priority-ticket');
  for (let n = 0; n < 3; n++)
    await device.post(votePath(), { voterName: 'Fan', voterPhone: findPhone(nextNumber++) });
  expect(await castBy(device.post(votePath(), { voterName: 'Fan', voterPhone: phone }))).toMatchObject({
    state: 'held',
  });
  expect(await readCounts(app, id)).toMatchObject({ unproven: 3, held: 1 });
  expect(await castBy(type())).toMatchObject({ state: 'counted' });
  expect(await readCounts(app, id)).toMatchObject({ unproven: 4, held: 0 });
});

test('PE-7 what staff voided stays void for typed votes; the person can still vote', async () => {
  await type();
  const [{ vote }] = await app.sql<{ vote: number }>(
    'SELECT id AS vote FROM votes WHERE submission_id = $1',
    [id],
  );
  const staff = await app.staff();
  expect((await staff.post(`/api/admin/votes/${vote}/void`, { reason: 'a test' })).status).toBe(200);
  expect((await type()).status).toBe(200);
  expect(await readCounts(app, id)).toEqual(countsOf({}));
  await (await signInAs(app, phone)).post(votePath());
  expect(await readCounts(app, id)).toEqual(countsOf({ total: 1, free: 1, proven: 1 }));
  expect((await staff.post(`/api/admin/votes/${vote}/void`, { reason: 'again' })).status).toBe(409);
});

test('PE-6 typed votes nearby do not get a proven one held', async () => {
  for (let n = 0; n < 14; n++)
    await voteFrom(app, id, { voterName: 'Fan', voterPhone: findPhone(nextNumber++) }, 5000);
  const person = await signInAs(app, phone);
  const answer = await person.fetch(votePath(), {
    method: 'POST',
    headers: { 'x-forwarded-for': '10.0.19.136' },
  });
  expect(await answer.json()).toMatchObject({ state: 'counted' });
});

/** The campaign's live example: only proven votes count. */
async function typeWhenRequired(): Promise<Browser> {
  app.deps.campaign.votes.proof = 'required';
  const browser = app.browser();
  const answer = await browser.post(votePath(), { voterName: 'Ada', voterPhone: phone });
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ state: 'waiting', voteCount: 0, message: COPY.unproven });
  return browser;
}

test('PE-6 required: a typed vote waits, in no total; the same browser proves the number that day and it counts', async () => {
  const browser = await typeWhenRequired();
  expect(await readCounts(app, id)).toEqual(countsOf({}));
  expect((await browser.post('/api/me/waiting-votes')).status).toBe(401);
  await signInAs(app, phone, { browser });
  const answers = await Promise.all([1, 2, 3].map(() => browser.post('/api/me/waiting-votes')));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await readCounts(app, id)).toEqual(countsOf({ total: 1, free: 1, proven: 1 }));
  expect(await rows()).toMatchObject([
    { proof: 'none', state: 'replaced', voter_name: 'Ada' },
    { proof: 'sms', state: 'counted', voter_name: 'Ada' },
  ]);
});

test('PE-7 required: what somebody typed elsewhere does not count when the number is proven, nor the day after', async () => {
  const stranger = await typeWhenRequired();
  const owner = await signInAs(app, phone);
  expect(await (await owner.post('/api/me/waiting-votes')).json()).toEqual({ counted: 0 });
  expect(await readCounts(app, id)).toEqual(countsOf({}));
  app.clock.advance(24 * 3600);
  await signInAs(app, phone, { browser: stranger });
  expect(await (await stranger.post('/api/me/waiting-votes')).json()).toEqual({ counted: 0 });
  // It used nothing up.
  expect((await owner.post(votePath())).status).toBe(200);
  expect(await readCounts(app, id)).toEqual(countsOf({ total: 1, free: 1, proven: 1 }));
});

test('PE-7 required: the answer is the same whether the number has voted or not, also for its receipt', async () => {
  app.deps.campaign.votes.proof = 'required';
  const fresh = await castBy(type());
  const proven = findPhone(nextNumber++);
  await (await signInAs(app, proven)).post(votePath());
  const after = await castBy(type(proven));
  expect(after).toMatchObject({ state: fresh.state, message: fresh.message, votes: fresh.votes });
  const [one, two] = await Promise.all([fresh, after].map(readReceipt));
  expect([two.state, two.reason, two.decisions.length]).toEqual([
    one.state,
    one.reason,
    one.decisions.length,
  ]);
  expect(await readCounts(app, id)).toEqual(countsOf({ total: 1, free: 1, proven: 1 }));
});

test('PE-6 what is kept of a proven vote, a referral and a card is handed out and erased', async () => {
  const person = await signInAs(app, phone);
  await person.post(votePath());
  await app.sql(
    `WITH s AS (INSERT INTO referral_sets (submission_id, created_at) VALUES ($1, now()) RETURNING id)
     INSERT INTO referrals (set_id, submission_id, referrer_name, referrer_phone, referred_name, referred_phone, phone_e164, created_at)
     SELECT id, $1, 'Ada', $2, 'Ben', '1', '+12125550199', now() FROM s`,
    [id, phone],
  );
  const data = voteData(app.deps);
  const who = {
    phoneNumber: phone,
    e164: phone,
    digits: [phone.slice(1)],
    digest: 'a digest of the number',
    names: [],
    submissionIds: [],
    albumIds: [],
  };
  expect(await data.export!(app.deps.db, who)).toMatchObject({
    votes: [{ submission_id: id, proof: 'sms', state: 'counted' }],
    referralsMade: [{ referrer_name: 'Ada' }],
  });
  await app.deps.db.transaction((tx) => data.erase!(tx, who));
  const left = JSON.stringify([
    await app.sql('SELECT * FROM votes WHERE submission_id = $1', [id]),
    await app.sql('SELECT * FROM referrals WHERE submission_id = $1', [id]),
  ]);
  expect(left).not.toContain(phone.slice(1));
  expect(left).not.toContain('Ada');
  expect(
    await app.sql('SELECT address_digest, device_digest, card_digest FROM votes WHERE submission_id = $1', [
      id,
    ]),
  ).toEqual([{ address_digest: null, device_digest: null, card_digest: null }]);
  expect(await readCounts(app, id)).toEqual(countsOf({ total: 1, free: 1, proven: 1 }));
});
