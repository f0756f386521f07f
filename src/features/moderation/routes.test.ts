/** Reports, and hiding tracks and comments, over HTTP. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Browser, makeSong, startTestApp, type TestApp } from '#app/test-app.ts';
import { insertTrack } from '#app/test-buyer.ts';

let app: TestApp;
let staff: Browser;
beforeAll(async () => {
  app = await startTestApp();
  staff = await app.staff();
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.sql('DELETE FROM rate_limits');
});

test('a hidden track leaves leaderboard, results, audio and votes; its artist and staff still see it', async () => {
  const artist = app.browser();
  const id = await artist.submit({ artistName: 'Hidden One' }, await makeSong(4, 415));
  const { audioFilePath } = await artist.read(`/api/submissions/${id}`);
  expect((await staff.post(`/api/admin/submissions/${id}/hide`, { reason: '' })).status).toBe(400);
  expect(
    (await staff.post(`/api/admin/submissions/${id}/hide`, { reason: 'Sample not cleared' })).status,
  ).toBe(200);
  const visitor = app.browser();
  for (const path of [
    `/api/submissions/${id}`,
    `/api/submissions/${id}/status`,
    `/api/submissions/${id}/audio`,
    `/api/audio/${audioFilePath}`,
    `/api/submissions/${id}/updates`,
    `/api/submissions/${id}/voting`,
  ])
    expect((await visitor.get(path)).status, path).toBe(404);
  for (const path of [`/api/submissions/${id}`, `/api/submissions/${id}/status`])
    for (const who of [artist, staff]) expect((await who.get(path)).status, path).toBe(200);
  expect((await staff.get(`/api/audio/${audioFilePath}`)).status).toBe(200);
  const [row] = await staff.read<object[]>('/api/admin/submissions?status=hidden');
  expect(row).toMatchObject({ id, hiddenReason: 'Sample not cleared' });
  await staff.post(`/api/admin/submissions/${id}/unhide`, { reason: 'Cleared since' });
  expect((await visitor.get(`/api/submissions/${id}`)).status).toBe(200);
  const trail = await staff.read<{ action: string; detail: object }[]>(
    `/api/admin/audit?subjectType=submission&subjectId=${id}`,
  );
  expect(trail.map(({ action, detail }) => ({ action, detail }))).toEqual([
    { action: 'submission.unhide', detail: { reason: 'Cleared since' } },
    { action: 'submission.hide', detail: { reason: 'Sample not cleared' } },
  ]);
});

test('anyone can report a track; upholding hides it, with the decision as its reason', async () => {
  const id = await insertTrack(app);
  const report = { kind: 'rights', message: 'This is my recording from 2019.' };
  expect(
    (await app.browser().post(`/api/submissions/${id}/reports`, { ...report, message: 'mine' })).status,
  ).toBe(400);
  expect((await app.browser().post(`/api/submissions/${id}/reports`, report)).status).toBe(200);
  expect((await app.browser().post('/api/submissions/999999/reports', report)).status).toBe(404);
  const [open] = await staff.read<{ id: number }[]>('/api/admin/reports');
  expect(open).toMatchObject({ submissionId: id, state: 'open', kind: 'rights', hidden: false });
  const decide = (state: string, decision: string) =>
    staff.post(`/api/admin/reports/${open.id}`, { state, decision });
  expect((await decide('upheld', 'Proof of rights received')).status).toBe(200);
  const late = await decide('dismissed', 'No proof');
  expect([late.status, await late.json()]).toMatchObject([
    409,
    { message: 'A colleague decided meanwhile: upheld.' },
  ]);
  expect((await app.browser().get(`/api/submissions/${id}`)).status).toBe(404);
  expect(await staff.read('/api/admin/reports')).toMatchObject([
    { id: open.id, state: 'upheld', hidden: true },
  ]);
});

test('reports are searched by artist, track, words and contact', async () => {
  const [one, two] = [
    await insertTrack(app, { artistName: 'Harbour Choir', trackTitle: 'Low Tide' }),
    await insertTrack(app, { artistName: 'Vesna', trackTitle: 'Glass' }),
  ];
  const report = { kind: 'rights', message: 'I sang this at the harbour' };
  await app.browser().post(`/api/submissions/${one}/reports`, { ...report, message: 'Taken from my album' });
  await app.browser().post(`/api/submissions/${two}/reports`, { ...report, contact: 'lea@x.example' });
  const found = async (words: string) =>
    (await staff.read<{ submissionId: number }[]>(`/api/admin/reports?search=${words}`)).map(
      ({ submissionId }) => submissionId,
    );
  expect(await found('harbour')).toEqual([two, one]);
  expect(await found('low%20tide')).toEqual([one]);
  expect(await found('LEA@')).toEqual([two]);
  expect(await found('nobody')).toEqual([]);
});

test('SD-2 a throne comment is hidden and shown again with a reason, by hand or by an upheld report', async () => {
  const id = await insertTrack(app);
  const [{ voteId }] = await app.sql<{ voteId: number }>(
    `INSERT INTO votes (submission_id, kind, counts_as, state, voter_name, voter_phone, phone_e164, vote_package,
       comment, receipt_code, day, created_at)
     VALUES ($1, 'free', 'free', 'counted', 'Ines', '+12126640142', '+12126640142', 'throne', 'Rude words', $2, now(), now()) RETURNING id AS "voteId"`,
    [id, 'c'.repeat(26)],
  );
  const shown = async () =>
    (await app.browser().read<{ comment: string | null }[]>(`/api/submissions/${id}/votes`))[0];
  const set = (hidden: boolean, reason: string, by: Browser = staff) =>
    by.post(`/api/admin/votes/${voteId}/comment`, { hidden, reason });
  expect((await set(true, 'Rude', app.browser())).status).toBe(401);
  expect((await set(true, ' ')).status).toBe(400);
  expect((await set(true, 'Rude')).status).toBe(200);
  expect(await shown()).toMatchObject({ comment: null, voteCount: 1 });
  expect(await staff.read('/api/admin/throne-comments')).toMatchObject([
    { id: voteId, comment: 'Rude words', hiddenReason: 'Rude' },
  ]);
  expect((await set(false, 'Meant well')).status).toBe(200);
  expect(await shown()).toMatchObject({ comment: 'Rude words' });
  const report = { kind: 'abuse', message: 'Insults me', voteId };
  const elsewhere = await insertTrack(app);
  expect((await app.browser().post(`/api/submissions/${elsewhere}/reports`, report)).status).toBe(404);
  await set(true, 'Rude');
  expect((await app.browser().post(`/api/submissions/${id}/reports`, report)).status).toBe(404);
  await set(false, 'Meant well');
  expect((await app.browser().post(`/api/submissions/${id}/reports`, report)).status).toBe(200);
  const [open] = await staff.read<{ id: number }[]>('/api/admin/reports');
  expect(open).toMatchObject({ comment: 'Rude words', hidden: false });
  await staff.post(`/api/admin/reports/${open.id}`, { state: 'upheld', decision: 'An insult' });
  expect(await shown()).toMatchObject({ comment: null });
  expect((await app.browser().get(`/api/submissions/${id}/voting`)).status).toBe(200);
  expect(
    await app.sql("SELECT 1 FROM audit_trail WHERE action IN ('comment.hide', 'comment.unhide')"),
  ).toHaveLength(5);
});
