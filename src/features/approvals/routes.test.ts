// What cannot be undone needs two persons, or one with a second factor and an hour.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, STAFF, startTestApp, type TestApp } from '#app/test-app.ts';
import { insertTrack } from '#app/test-buyer.ts';
import { addTotp, readCode } from '#app/test-factors.ts';
import { keepCampaignEnd } from '#features/votes/service-standings.ts';
import type { Approval } from './contract.ts';

let app: TestApp;
let owner: Browser;
beforeAll(async () => {
  app = await startTestApp({ env: { STAFF_TWO_PERSONS: 'on' } });
  owner = await app.staff();
});
afterAll(() => app.close());

async function hire(name: string, role = 'owner'): Promise<Browser> {
  const account = { name, email: `${name}@test.example`, password: `${name} has a long password`, role };
  expect((await owner.post('/api/admin/accounts', account)).status).toBe(200);
  const browser = app.browser();
  await browser.post('/api/admin/login', account);
  // Whoever is to confirm was there before it was asked for.
  app.clock.advance(1);
  return browser;
}

const open = (by: Browser) => by.read<Approval[]>('/api/admin/approvals') as Promise<Approval[]>;
const confirm = (by: Browser, id: number, body: object = {}) =>
  by.post(`/api/admin/approvals/${id}/confirm`, body);
const readTrail = (like: string) =>
  app.sql<{ action: string; actor: string }>(
    'SELECT action, actor_name AS actor FROM audit_trail WHERE action LIKE $1 ORDER BY id',
    [like],
  );

async function expectAsked(answer: Response): Promise<void> {
  expect(answer.status).toBe(409);
  expect(await answer.json()).toMatchObject({ reason: 'needs_second' });
}

let ada: Browser;
test('LK-5 with nobody else, a second factor and an hour stand for the second person', async () => {
  await insertTrack(app);
  const secret = await addTotp(app, owner, STAFF.password);
  const clear = () => owner.post('/api/admin/submissions/clear', { count: 1 });
  await expectAsked(await clear());
  const [{ id }] = await open(owner);
  expect((await confirm(owner, id, { code: readCode(app, secret) })).status).toBe(403);
  app.clock.advance(3600);
  expect((await confirm(owner, id)).status).toBe(403);
  expect((await confirm(owner, id, { code: '000000' })).status).toBe(403);
  await expectAsked(await clear());
  expect((await confirm(owner, id, { code: readCode(app, secret) })).status).toBe(200);
  // Another number than the one that was confirmed is another wish.
  await expectAsked(await owner.post('/api/admin/submissions/clear', { count: 2 }));
  expect((await clear()).status).toBe(200);
  const [other] = await open(owner);
  expect(other.detail).toEqual({ count: 2 });
  expect((await owner.post(`/api/admin/approvals/${other.id}/refuse`)).status).toBe(200);
  expect(await open(owner)).toEqual([]);
});

test('LK-5 a round is closed once another owner confirmed it, by one of many calls, and the trail names both', async () => {
  ada = await hire('ada');
  const close = () => owner.post('/api/admin/rounds/round-1/close');
  for (const answer of await Promise.all([close(), close(), close()])) await expectAsked(answer);
  const waiting = await open(ada);
  expect(waiting).toMatchObject([{ deed: 'round.close', detail: { round: 'round-1' }, refusal: null }]);
  const [{ id }] = waiting;
  expect((await confirm(owner, id)).status).toBe(403);
  const newcomer = await hire('bo');
  expect((await confirm(newcomer, id)).status).toBe(403);
  const assistant = await hire('cy', 'a&r');
  expect((await confirm(assistant, id)).status).toBe(404);
  const answers = await Promise.all([confirm(ada, id), confirm(ada, id)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const done = await Promise.all([close(), close(), close()]);
  expect(done.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect((await readTrail('approval.%')).slice(-2)).toEqual([
    { action: 'approval.ask', actor: expect.any(String) },
    { action: 'approval.confirm', actor: 'ada' },
  ]);
  expect(await readTrail('round.close')).toHaveLength(1);
});

async function holdVotes(count: number, track?: number): Promise<number> {
  track ??= await insertTrack(app);
  const rows = await app.sql<{ id: number }>(
    `INSERT INTO votes (submission_id, kind, counts_as, state, reason, voter_name, voter_phone, phone_e164, receipt_code, day, created_at)
     SELECT $1, 'free', 'free', 'held', 'held', '', '', '+1646' || (3000000 + $1 * 1000 + n), md5($1 || '-' || n)::varchar(26), now(), now()
     FROM generate_series(1, $2::int) n RETURNING id`,
    [track, count],
  );
  return Math.max(...rows.map(({ id }) => id));
}

test('LK-5 fifty votes are one person’s to decide within an hour, and not one more, however they are cut', async () => {
  const decide = (by: Browser, last: number) =>
    by.post('/api/admin/held-votes/decide', { filter: {}, last, decision: 'void', reason: 'Invented' });
  expect((await decide(ada, await holdVotes(50))).status).toBe(200);
  const last = await holdVotes(1);
  await expectAsked(await decide(ada, last));
  await expectAsked(await ada.post(`/api/admin/votes/${last}/void`, { reason: 'Invented' }));
  const many = await holdVotes(300);
  await expectAsked(await decide(owner, many));
  const asked = (await open(ada)).find(({ detail }) => detail.last === many)!;
  expect((await confirm(ada, asked.id)).status).toBe(200);
  expect(await (await decide(owner, many)).json()).toEqual({ decided: 301, left: 0 });
  expect(await app.sql(`SELECT 1 FROM votes WHERE state = 'held'`)).toEqual([]);
});

test('LK-5 nor by many calls at once', async () => {
  const dee = await hire('dee');
  const tracks = await Promise.all(Array.from({ length: 4 }, () => insertTrack(app)));
  for (const track of tracks) await holdVotes(30, track);
  const last = await holdVotes(1);
  const answers = await Promise.all([
    ...tracks.map((submissionId) => {
      const wish = { filter: { submissionId }, last, decision: 'void', reason: 'Invented' };
      return dee.post('/api/admin/held-votes/decide', wish);
    }),
    ...tracks.map(() => dee.post(`/api/admin/votes/${last}/void`, { reason: 'Invented' })),
  ]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
  const [{ voided }] = await app.sql<{ voided: number }>(
    `SELECT count(*)::int AS voided FROM votes WHERE state = 'voided' AND id > $1 - 121`,
    [last],
  );
  expect(voided).toBeLessThanOrEqual(50);
});

test('LK-5 the campaign’s end moves at the start after an owner confirmed it', async () => {
  const { campaign } = app.deps;
  const first = campaign.endsAt;
  await keepCampaignEnd(app.deps);
  const later = new Date(Date.parse(first) + 86_400_000).toISOString();
  const start = async () => {
    campaign.endsAt = later;
    await keepCampaignEnd(app.deps);
    return new Date(campaign.endsAt).toISOString();
  };
  expect(await start()).toBe(new Date(first).toISOString());
  const { id } = (await open(ada)).find(({ deed }) => deed === 'campaign.end')!;
  expect((await confirm(ada, id)).status).toBe(200);
  expect(await start()).toBe(later);
  expect(await app.sql('SELECT ends_at FROM campaign_end')).toEqual([{ ends_at: new Date(later) }]);
});
