/** Rounds over HTTP, from closing to the winners page. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, startTestApp, type TestApp } from '#app/test-app.ts';
import { insertTrack } from '#app/test-buyer.ts';

let app: TestApp;
let staff: Browser;
beforeAll(async () => {
  app = await startTestApp();
  staff = await app.staff();
});
afterAll(() => app.close());

test('rounds: closed once with their standings kept, selected with a reason, then published', async () => {
  const best = await insertTrack(app, { score: 90, trackTitle: 'Best' });
  const second = await insertTrack(app, { score: 80, trackTitle: 'Second' });
  const post = (step: string, body?: unknown, round = 'round-1') =>
    staff.post(`/api/admin/rounds/${round}/${step}`, body);
  expect((await post('close', undefined, 'final')).status).toBe(409);
  expect((await post('close', undefined, 'nothing')).status).toBe(404);
  expect((await post('selection', { reason: 'Too early', winners: [{ submissionId: best }] })).status).toBe(
    409,
  );
  expect(await (await post('close')).json()).toEqual({ entries: 2 });
  expect((await post('close')).status).toBe(409);
  await app.sql('UPDATE submissions SET score = 10 WHERE id = $1', [best]);
  expect((await post('publish')).status).toBe(409);
  expect((await post('selection', { reason: 'Strong hook', winners: [{ submissionId: 999 }] })).status).toBe(
    400,
  );
  expect(
    (await post('selection', { reason: 'Strong hook', winners: [{ submissionId: second }] })).status,
  ).toBe(200);
  expect(await app.browser().read('/api/rounds/winners')).toEqual([]);
  expect((await post('publish', { reason: 'Strong hook', winners: [best] })).status).toBe(409);
  expect((await post('publish', { reason: 'Stronger', winners: [second] })).status).toBe(409);
  expect(await app.browser().read('/api/rounds/winners')).toEqual([]);
  expect((await post('publish', { reason: 'Strong hook', winners: [second] })).status).toBe(200);
  const [round] = await app
    .browser()
    .read<{ standings: object[]; winners: object[] }[]>('/api/rounds/winners');
  expect(round).toMatchObject({ id: 'round-1', entries: 2, reason: 'Strong hook' });
  expect(round.winners).toMatchObject([{ submissionId: second, rank: 2 }]);
  expect(round.standings).toMatchObject([
    { submissionId: best, rank: 1, score: 90 },
    { submissionId: second },
  ]);
  expect(
    (await post('selection', { reason: 'Changed mind', winners: [{ submissionId: best }] })).status,
  ).toBe(409);
});
