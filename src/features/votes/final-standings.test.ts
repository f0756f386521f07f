/** What moves after the campaign's end (docs/adr/0013-final-standings.md): nothing but what had happened before it. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Browser, startTestApp, type TestApp } from '#app/test-app.ts';
import { CARDS, insertTrack, pay } from '#app/test-buyer.ts';
import { checkMoney } from '#features/payments/service-check.ts';
import { refreshPayment } from '#features/payments/service-settle.ts';
import type { RankSimulation, VoteCounts } from './contract.ts';
import { settleDelivery } from './service-deliveries.ts';
import { keepCampaignEnd } from './service-standings.ts';

let app: TestApp;
let fan: Browser;
let id: number;
let endsAt: string;
beforeAll(async () => {
  app = await startTestApp();
  endsAt = app.deps.campaign.endsAt;
});
afterAll(() => app.close());
beforeEach(async () => {
  id = await insertTrack(app, { createdAt: app.clock.now() });
  fan = app.browser();
});
afterEach(async () => {
  app.deps.campaign.endsAt = endsAt;
  await app.sql(`UPDATE campaign_end SET ends_at = 'infinity'`);
});

/** The campaign ends now: for the app, and for the database behind it. */
async function endCampaign(): Promise<void> {
  app.deps.campaign.endsAt = new Date().toISOString();
  await keepCampaignEnd(app.deps);
}

async function buyVotes(number?: string): Promise<{ secret: string; providerId: string }> {
  const answer = await fan.post(`/api/submissions/${id}/vote/payment`, {
    voterName: 'Ann',
    voterPhone: '+1 212 736 4150',
    votePackage: 'small',
  });
  const { clientSecret: secret } = (await answer.json()) as { clientSecret: string };
  await pay(fan, secret, number);
  return { secret, providerId: secret.split('_secret_')[0] };
}

const settle = ({ providerId }: { providerId: string }) => refreshPayment(app.deps, providerId);
async function counts(): Promise<VoteCounts & { lapsed: number }> {
  const read = await fan.read<{ counts: VoteCounts; lapsed: number }>(`/api/submissions/${id}/voting`);
  return { ...read.counts, lapsed: read.lapsed };
}
const rank = () => fan.read<RankSimulation>(`/api/submissions/${id}/rank-simulation`);
async function receiptOf(): Promise<Record<string, unknown>> {
  const [{ code }] = await app.sql<{ code: string }>(
    'SELECT receipt_code AS code FROM votes WHERE submission_id = $1 ORDER BY id LIMIT 1',
    [id],
  );
  return fan.read(`/api/vote-receipts/${code}`);
}

/** As a person at the provider would: the money goes back, and we are told. */
async function giveBack({ providerId }: { providerId: string }, amount: number): Promise<void> {
  await app.deps.payments.refund({ intentId: providerId, amount, idempotencyKey: `${providerId}-${amount}` });
  await refreshPayment(app.deps, providerId);
}

test('votes paid before the end count when we hear of them after it; money taken later goes back', async () => {
  const early = await buyVotes();
  fan = app.browser();
  const slow = await buyVotes(CARDS.slow);
  await endCampaign();
  expect((await settle(early))?.grantState).toBe('granted');
  await app.sql(`UPDATE sandbox_intents SET settles_at = now() WHERE id = $1`, [slow.providerId]);
  expect((await settle(slow))?.grantState).toBe('refused');
  expect(await counts()).toMatchObject({ total: 15, paid: 15 });
});

test('a refund or a lost dispute after the end voids the receipt and leaves the final standings', async () => {
  const bought = await buyVotes();
  await settle(bought);
  const disputed = await buyVotes(CARDS.disputed);
  await settle(disputed);
  await endCampaign();
  const before = await rank();
  await giveBack(bought, 999);
  await app.deps.payments.sandbox?.closeDispute(disputed.providerId, false);
  expect(await settle(disputed)).toMatchObject({
    grantState: 'revoked',
    grantNote: expect.stringContaining('final standings stay'),
  });
  expect(await rank()).toEqual(before);
  expect(await counts()).toMatchObject({ total: 30, paid: 30, lapsed: 30 });
  expect(await receiptOf()).toMatchObject({
    state: 'voided',
    over: true,
    reason: expect.stringContaining('refunded after the campaign had ended'),
  });
  expect((await checkMoney(app.deps)).problems).toEqual([]);
});

test('a payment that came and went before we heard of either gives nothing', async () => {
  const bought = await buyVotes();
  await app.deps.payments.refund({ intentId: bought.providerId, amount: 999, idempotencyKey: bought.secret });
  await endCampaign();
  expect((await settle(bought))?.grantState).toBe('revoked');
  expect(await counts()).toMatchObject({ total: 0, lapsed: 0 });
});

test('a referral that turns out undeliverable lapses; one that is held is voided', async () => {
  const refer = async (state: string) => {
    const [{ vote }] = await app.sql<{ vote: number }>(
      `INSERT INTO votes (submission_id, kind, counts_as, state, reason, voter_name, voter_phone, vote_count, receipt_code, day, created_at)
       VALUES ($1, 'referral', 'referral', $2, 'a test', 'Ann', '', 5, substr(md5(random()::text), 1, 26), now(), now())
       RETURNING id AS vote`,
      [id, state],
    );
    const [{ referral }] = await app.sql<{ referral: number }>(
      `WITH s AS (INSERT INTO referral_sets (submission_id, state, vote_id, created_at) VALUES ($1, 'sent', $2, now()) RETURNING id)
       INSERT INTO referrals (set_id, submission_id, referrer_name, referred_name, referred_phone, phone_e164, created_at)
       SELECT id, $1, 'Ann', 'Ben', '1', $3, now() FROM s RETURNING id AS referral`,
      [id, vote, `+1${vote}`],
    );
    return referral;
  };
  const counted = await refer('counted');
  const held = await refer('held');
  await endCampaign();
  expect(await settleDelivery(app.deps, counted, 'undelivered')).toBe(0);
  expect(await settleDelivery(app.deps, held, 'undelivered')).toBe(0);
  expect(await counts()).toMatchObject({ total: 5, referred: 5, held: 0, lapsed: 5 });
  expect(await receiptOf()).toMatchObject({ state: 'voided', over: true });
});

test('a new score and a track sent later move nobody; a deleted one leaves; an extended campaign goes on', async () => {
  const rival = await insertTrack(app, { score: 60, createdAt: app.clock.now() });
  const bought = await buyVotes();
  await settle(bought);
  await endCampaign();
  const before = await rank();
  await giveBack(bought, 999);
  await app.sql('UPDATE submissions SET score = 99 WHERE id = $1', [rival]);
  const late = await insertTrack(app, { score: 100, createdAt: app.clock.now() });
  expect(await rank()).toEqual(before);
  expect((await fan.get(`/api/submissions/${late}/rank-simulation`)).status).not.toBe(200);
  const { totalRanked } = before;
  await app.sql('DELETE FROM submissions WHERE id = $1', [rival]);
  expect(await rank()).toMatchObject({ totalRanked: totalRanked - 1 });
  app.deps.campaign.endsAt = endsAt;
  await keepCampaignEnd(app.deps);
  expect(await rank()).toMatchObject({ totalRanked, voteCount: 0 });
  const naive = await app.sql<{ id: number }>(
    'SELECT id FROM submissions WHERE analyzed AND listed ORDER BY vote_count DESC, score DESC, created_at, id',
  );
  expect((await rank()).currentRank).toBe(naive.findIndex((row) => row.id === id) + 1);
  expect(await fan.read(`/api/submissions/${late}/rank-simulation`)).toMatchObject({
    currentRank: naive.findIndex((row) => row.id === late) + 1,
  });
});
