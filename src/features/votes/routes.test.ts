// Votes over HTTP: free and paid, each refusal, what is shown of them, receipts, and staff's decisions.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Browser, startTestApp, type TestApp } from '#app/test-app.ts';
import { CARDS, insertTrack, intentIdOf, pay, readStatus } from '#app/test-buyer.ts';
import { signInAs } from '#app/test-people.ts';
import { countsOf, findPhone, readCounts, voteFrom } from '#app/test-voters.ts';
import { COPY } from './copy.ts';
import { PLACEHOLDER_VOTER } from './rules.ts';

let app: TestApp;
let id: number;
/** Who buys: a payment is paid in the browser that began it. */
let payer: Browser;
beforeAll(async () => {
  app = await startTestApp({ env: { TRUST_PROXY: 'true' } });
});
afterAll(() => app.close());
beforeEach(async () => {
  id = await addTrack();
  payer = app.browser();
});

const addTrack = () => insertTrack(app, { createdAt: app.clock.now() });

const fan = { voterName: 'Ada Fan', voterPhone: '+1 212 664 7665' };
const vote = (body: unknown = fan, from = 1, track = id) => voteFrom(app, track, body, from);
const buy = (body: Record<string, unknown>, track = id) =>
  payer.post(`/api/submissions/${track}/vote/payment`, { ...fan, ...body });
const record = (body: Record<string, unknown>, track = id, browser = payer) =>
  browser.post(`/api/submissions/${track}/record-vote`, {
    ...fan,
    voteCount: 9999,
    paymentAmount: 1,
    comment: null,
    ...body,
  });
/** Pays, and asks what became of it as the page does. */
async function payUp(clientSecret: string) {
  await pay(payer, clientSecret);
  return readStatus(payer, clientSecret);
}
async function begin(body: Record<string, unknown>) {
  const answer = await buy(body);
  expect(answer.status).toBe(200);
  return (await answer.json()) as { clientSecret: string; voteCount: number; amount: number };
}

test('SV-3 SEC-3 one free vote a phone, track and day, in whatever spelling; again the next day', async () => {
  const first = await vote();
  expect(first.status).toBe(200);
  const said = { success: true, votes: 1, state: 'counted', voteCount: 1, message: COPY.taken };
  expect(await first.json()).toMatchObject(said);
  // Nobody proved the number, so nobody hears whether it has voted (PE-7); a person does (routes-proof.test.ts).
  for (const voterPhone of ['212-664-7665', '(212) 6647665', '0012126647665']) {
    const again = await vote({ ...fan, voterPhone }, 2);
    expect(again.status).toBe(200);
    expect(await again.json()).toMatchObject(said);
  }
  expect((await vote(fan, 3, await addTrack())).status).toBe(200);
  app.clock.advance(24 * 3600);
  expect((await vote(fan, 4)).status).toBe(200);
  expect(await readCounts(app, id)).toEqual(countsOf({ total: 2, free: 2, unproven: 2 }));
});

test('SV-3 twenty of the same vote at once count once', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => vote(fan, 40 + index)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
  expect(await readCounts(app, id)).toMatchObject({ total: 1, free: 1 });
});

test('SV-1 a free vote without name or phone, or with no number, says what is missing', async () => {
  for (const body of [{}, { voterName: 'A' }, { ...fan, voterName: ' ' }, { ...fan, voterPhone: '' }]) {
    const answer = await vote(body);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ message: COPY.missing });
  }
  for (const voterPhone of ['12345', 'call me', '+1234567890123456'])
    expect(await (await vote({ ...fan, voterPhone })).json()).toMatchObject({ message: COPY.phone });
  expect((await vote(fan, 1, 999_999)).status).toBe(404);
});

test('VO-2 VO-12 SV-2 every package answers secret, votes and cents; medium costs more on the simple page', async () => {
  const comment = 'Because of the second verse.';
  const expected = [
    [{ votePackage: 'small' }, 15, 999],
    [{ votePackage: 'medium' }, 40, 1999],
    [{ votePackage: 'medium', page: 'simple' }, 40, 2499],
    [{ votePackage: 'large' }, 60, 2999],
    [{ votePackage: 'boost' }, 85, 3999],
    [{ votePackage: 'throne', comment }, 250, 4999],
  ] as const;
  for (const [body, voteCount, amount] of expected)
    expect(await begin(body)).toMatchObject({
      voteCount,
      amount,
      clientSecret: expect.stringMatching(/_secret_/),
    });
  for (const votePackage of ['huge', '', null, 40]) expect((await buy({ votePackage })).status).toBe(400);
});

test('VO-5 VO-15 the throne needs a comment of at most 500 characters; other packages keep none', async () => {
  for (const comment of [undefined, null, '', '   ', 'x'.repeat(501)])
    expect((await buy({ votePackage: 'throne', comment })).status).toBe(400);
  const blank = await buy({ votePackage: 'throne', comment: ' ' });
  expect(await blank.json()).toMatchObject({
    message: 'Please tell us why this artist deserves to be signed by Nova Reyes and Meridian Music Group.',
  });
  const throne = await begin({ votePackage: 'throne', comment: `  ${'y'.repeat(500)}` });
  await payUp(throne.clientSecret);
  const small = await begin({ votePackage: 'small', comment: 'not kept' });
  await payUp(small.clientSecret);
  const rows = await app.sql('SELECT vote_package, comment FROM votes WHERE submission_id = $1 ORDER BY id', [
    id,
  ]);
  expect(rows).toEqual([
    { vote_package: 'throne', comment: 'y'.repeat(500) },
    { vote_package: 'small', comment: null },
  ]);
  const paymentId = intentIdOf(throne.clientSecret);
  expect((await record({ paymentId, votePackage: 'throne', comment: ' ' })).status).toBe(400);
  expect((await record({ paymentId, votePackage: 'throne', comment: 'z'.repeat(501) })).status).toBe(400);
});

test('VO-10 record-vote counts once a payment, with the server’s own numbers, however often and at once', async () => {
  const { clientSecret } = await begin({ votePackage: 'medium' });
  const paymentId = intentIdOf(clientSecret);
  const early = await record({ paymentId, votePackage: 'medium' });
  expect(early.status).toBe(402);
  await payUp(clientSecret);
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => record({ paymentId, votePackage: 'medium', paymentAmount: 2499 })),
  );
  for (const answer of answers)
    expect(await answer.json()).toMatchObject({
      votes: 40,
      paymentAmount: 1999,
      voteCount: 40,
      state: 'counted',
    });
  expect(await readCounts(app, id)).toEqual(countsOf({ total: 40, paid: 40 }));
});

test('VO-10 another track’s, another package’s, an invented or somebody else’s payment is refused', async () => {
  const { clientSecret } = await begin({ votePackage: 'small' });
  await payUp(clientSecret);
  const paymentId = intentIdOf(clientSecret);
  const other = await addTrack();
  expect((await record({ paymentId, votePackage: 'small' }, other)).status).toBe(404);
  expect((await record({ paymentId, votePackage: 'throne' })).status).toBe(409);
  const overheard = await record({ paymentId, votePackage: 'small' }, id, app.browser());
  expect(overheard.status).toBe(403);
  expect(await overheard.text()).not.toContain('receipt');
  expect((await record({ paymentId: 'pi_made_up', votePackage: 'small' })).status).toBe(404);
  expect(await readCounts(app, other)).toMatchObject({ total: 0 });
});

test('VO-4 a declined card counts nothing and the same payment can be tried again', async () => {
  const { clientSecret } = await begin({ votePackage: 'large' });
  expect(await pay(payer, clientSecret, CARDS.declined)).toMatchObject({ error: { type: 'card_error' } });
  expect(await readCounts(app, id)).toMatchObject({ total: 0 });
  expect(await pay(payer, clientSecret, CARDS.good)).toMatchObject({ status: 'succeeded' });
  expect(await readStatus(payer, clientSecret)).toMatchObject({ grantState: 'granted' });
  expect(await readCounts(app, id)).toMatchObject({ total: 60, paid: 60 });
});

test('VO-13 VO-18 rows show name, count, comment and date, never a phone; the placeholder is nobody', async () => {
  await vote();
  const placeholder = { voterName: PLACEHOLDER_VOTER.name, voterPhone: PLACEHOLDER_VOTER.phone };
  const bought = await begin({ votePackage: 'throne', comment: 'That bridge.', ...placeholder });
  await payUp(bought.clientSecret);
  const again = await begin({ votePackage: 'small', ...placeholder });
  await payUp(again.clientSecret);
  const rows = await app.browser().read<Record<string, unknown>[]>(`/api/submissions/${id}/votes`);
  expect(rows.map((row) => [row.voterName, row.voteCount, row.comment])).toEqual([
    ['A supporter', 15, null],
    ['A supporter', 250, 'That bridge.'],
    ['Ada Fan', 1, null],
  ]);
  const text = JSON.stringify(rows);
  expect(text).not.toMatch(/2126647665|664 7665|0000000000|hone/);
  const stored = await app.sql<{ phone_e164: string | null }>(
    `SELECT phone_e164 FROM votes WHERE submission_id = $1 AND kind = 'paid'`,
    [id],
  );
  expect(stored).toEqual([{ phone_e164: null }, { phone_e164: null }]);
});

test('VO-18 VO-8 the bio is the analysis’s own, else made of what is known', async () => {
  const bio = () => app.browser().read<{ bio: string }>(`/api/submissions/${id}/artist-bio`);
  expect((await bio()).bio).toContain('“Saltwater Teeth” is a Pop track by Mina Okafor');
  await app.sql(`UPDATE submissions SET analysis = '{"bio": "Two tones and a kick."}' WHERE id = $1`, [id]);
  expect((await bio()).bio).toBe('Two tones and a kick.');
});

test('VO-17 after the closing date votes are refused with the reason, unless the track is distributed', async () => {
  const read = () => app.browser().read<Record<string, unknown>>(`/api/submissions/${id}/voting`);
  expect(await read()).toMatchObject({ open: true, reason: null });
  const pending = await begin({ votePackage: 'small' });
  app.clock.advance(31 * 24 * 3600);
  const free = await vote();
  expect(free.status).toBe(409);
  expect(await free.json()).toMatchObject({
    code: 'closed',
    message: expect.stringMatching(/closed on .* Distribution keeps a voting page open/),
  });
  expect((await buy({ votePackage: 'small' })).status).toBe(409);
  const friend = await signInAs(app, '+12025550123');
  const referral = await friend.post(`/api/submissions/${id}/vote/free`, {
    referrals: [1, 2, 3].map((n) => ({ artistName: `A${n}`, phoneNumber: findPhone(9000 + n) })),
    consent: true,
  });
  expect(referral.status).toBe(409);
  const late = await payer.post('/api/sandbox/confirm', {
    clientSecret: pending.clientSecret,
    card: { number: CARDS.good, expiryMonth: 12, expiryYear: 2090, cvc: '123' },
    returnPath: '/',
  });
  expect(late.status).toBe(409);
  expect(await read()).toMatchObject({ open: false, reason: expect.stringContaining('closed on') });
  await app.sql('UPDATE submissions SET distribution_paid = true WHERE id = $1', [id]);
  expect(await read()).toMatchObject({ open: true, distributed: true });
  expect((await vote()).status).toBe(200);
});

test('a receipt tells what became of a vote, and staff’s decision moves total and receipt', async () => {
  const made = await vote({ ...fan, voterPhone: '+1 212 777 7777' });
  const cast = (await made.json()) as {
    receiptCode: string;
    state: string;
    voteCount: number;
    message: string;
  };
  expect(cast).toMatchObject({ state: 'held', voteCount: 0, message: COPY.held });
  const receipt = () => app.browser().read(`/api/vote-receipts/${cast.receiptCode}`);
  expect(await receipt()).toMatchObject({ state: 'held', reason: expect.stringContaining('looks made up') });
  expect(await readCounts(app, id)).toMatchObject({ total: 0, held: 1 });

  const staff = await app.staff();
  const { votes } = await staff.read<{ votes: { id: number; submissionId: number; reason: string }[] }>(
    `/api/admin/held-votes?submissionId=${id}`,
  );
  expect(votes).toMatchObject([{ submissionId: id, reason: expect.stringContaining('looks made up') }]);
  expect((await app.browser().get('/api/admin/held-votes')).status).toBe(401);
  expect((await app.browser().post(`/api/admin/votes/${votes[0].id}/release`, {})).status).toBe(401);
  expect((await staff.post(`/api/admin/votes/${votes[0].id}/release`, {})).status).toBe(200);
  expect((await staff.post(`/api/admin/votes/${votes[0].id}/release`, {})).status).toBe(409);
  expect(await readCounts(app, id)).toMatchObject({ total: 1, free: 1, held: 0 });
  expect(await receipt()).toMatchObject({ state: 'counted', reason: null });

  expect((await staff.post(`/api/admin/votes/${votes[0].id}/void`, { reason: '' })).status).toBe(400);
  expect(
    (await staff.post(`/api/admin/votes/${votes[0].id}/void`, { reason: 'One person, ten numbers' })).status,
  ).toBe(200);
  expect(await readCounts(app, id)).toMatchObject({ total: 0, free: 0, held: 0 });
  expect(await receipt()).toMatchObject({
    state: 'voided',
    reason: 'Voided by staff: One person, ten numbers',
    decisions: [{ state: 'held' }, { state: 'counted' }, { state: 'voided' }],
  });
  const trail = await app.sql(`SELECT action FROM audit_trail WHERE subject_type = 'vote' ORDER BY id`);
  expect(trail).toEqual([{ action: 'vote.release' }, { action: 'vote.void' }]);
  expect((await app.browser().get(`/api/vote-receipts/${'0'.repeat(26)}`)).status).toBe(404);
});

test('HON-4 a refunded payment takes its votes out of the total; a deleted track leaves only the books', async () => {
  const { clientSecret } = await begin({ votePackage: 'boost' });
  await payUp(clientSecret);
  await vote();
  expect(await readCounts(app, id)).toMatchObject({ total: 86 });
  await app.deps.db.transaction(async (tx) => {
    const [grant] = app.deps.grants.filter(({ products }) => products.includes('votesBoost'));
    const [{ id: paymentId }] = await app.sql<{ id: number }>(
      `SELECT id FROM payment_intents WHERE client_secret = $1`,
      [clientSecret],
    );
    await grant.revoke(tx, { id: paymentId } as never, 'refunded');
  });
  expect(await readCounts(app, id)).toMatchObject({ total: 1, paid: 0, free: 1 });
  await app.sql('DELETE FROM submissions WHERE id = $1', [id]);
  const left = await app.sql('SELECT kind, voter_name, phone_e164 FROM votes WHERE submission_id = $1', [id]);
  expect(left).toEqual([{ kind: 'paid', voter_name: '', phone_e164: null }]);
});

test('after the campaign’s end nothing moves: votes and staff decisions are refused', async () => {
  const held = await vote({ ...fan, voterPhone: '+1 212 888 8888' });
  expect(await held.json()).toMatchObject({ state: 'held' });
  const staff = await app.staff();
  const { votes } = await staff.read<{ votes: { id: number }[] }>(`/api/admin/held-votes?submissionId=${id}`);
  const end = new Date(app.deps.campaign.endsAt).getTime();
  app.clock.advance((end - app.clock.now().getTime()) / 1000 + 1);
  await app.sql('UPDATE submissions SET distribution_paid = true WHERE id = $1', [id]);
  expect(await (await vote()).json()).toMatchObject({
    message: expect.stringContaining('standings are final'),
  });
  const again = await app.staff();
  const release = await again.post(`/api/admin/votes/${votes[0].id}/release`, {});
  expect(await release.json()).toMatchObject({ code: 'closed' });
});
