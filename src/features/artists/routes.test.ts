// One artist, one page; one deal an artist, whoever takes the step, with what is late and reports over time.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, startTestApp, type TestApp } from '#app/test-app.ts';
import { begin, insertOwnTrack, insertTrack, pay, readStatus } from '#app/test-buyer.ts';

let app: TestApp;
let staff: Browser;
beforeAll(async () => {
  app = await startTestApp();
  staff = await app.staff();
});
afterAll(() => app.close());

test('LR-9 one page an artist: whatever has the same number, and nothing of anybody else', async () => {
  const { id, artist, phone } = await insertOwnTrack(app, { artistName: 'Mina Okafor' });
  const other = await insertTrack(app, { artistName: 'Mina O.' });
  await app.sql('UPDATE submissions SET phone_e164 = $2 WHERE id = $1', [other, phone]);
  const stranger = await insertTrack(app, { artistName: 'Stranger' });
  await app.sql(
    `INSERT INTO album_submissions (artist_name, album_name, phone_number, phone_e164, browser_digest, created_at)
     VALUES ('Mina', 'Three', $1, $1, 'x', now())`,
    [phone],
  );
  const secret = await begin(artist, { submissionId: id, product: 'tourEntry' });
  await pay(artist, secret);
  await readStatus(artist, secret);
  await staff.post(`/api/admin/submissions/${other}/updates`, { updateText: 'Call us.' });
  await app.sql(
    `INSERT INTO duplicates (submission_id, earlier_id, exact, same_owner, share, confidence, offset_seconds, parts, found_at, earlier_at)
     VALUES ($1, $2, true, false, 1, 1, 0, '[]', now(), now())`,
    [stranger, id],
  );
  const seen = await staff.read<Record<string, object[]>>(`/api/admin/artists/${other}`);
  expect(seen).toMatchObject({
    names: ['Mina O.', 'Mina Okafor'],
    tracks: [{ id: other }, { id }],
    albums: [{ albumName: 'Three', paid: false }],
    payments: [{ cents: 2999, state: 'succeeded' }],
    orders: [{ state: 'waiting' }],
    messages: [{ submissionId: other, text: 'Call us.' }],
    duplicates: [{ submissionId: stranger, earlierId: id }],
    stopped: false,
    proven: true,
  });
  expect(await staff.read(`/api/admin/artists/${stranger}`)).toMatchObject({
    tracks: [{ id: stranger }],
    payments: [],
  });
  expect((await staff.get('/api/admin/artists/2147483647')).status).toBe(404);
});

test('LR-8 one deal an artist with dates, who and what is next; late is said; it moves and goes with the number', async () => {
  const { id, phone } = await insertOwnTrack(app, { artistName: 'Signed Soon' });
  const second = await insertTrack(app, { artistName: 'Signed Soon' });
  await app.sql('UPDATE submissions SET phone_e164 = $2 WHERE id = $1', [second, phone]);
  const step = (track: number, body: object) => staff.post(`/api/admin/submissions/${track}/deal`, body);
  const both = await Promise.all([step(id, { stage: 'contacted' }), step(second, { stage: 'contacted' })]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  await step(second, {
    stage: 'meeting',
    note: 'Thursday',
    nextStep: 'Send the offer',
    nextOn: '2020-01-02',
  });
  interface Read {
    deal: { steps: object[] } | null;
  }
  const { deal } = await staff.read<Read>(`/api/admin/submissions/${id}/deal`);
  expect(deal).toMatchObject({
    stage: 'meeting',
    overdue: true,
    nextOn: '2020-01-02',
    staffName: expect.any(String),
  });
  expect(deal!.steps).toHaveLength(3);
  const deals = await staff.read<{ artistName: string; overdue: boolean }[]>('/api/admin/pipeline');
  expect(deals).toMatchObject([{ artistName: 'Signed Soon', overdue: true }]);
  for (const wrong of [{ stage: 'married' }, { stage: 'offer', nextOn: '2026-02-31' }])
    expect((await step(id, wrong)).status).toBe(400);
  expect((await step(2_000_000_000, { stage: 'offer' })).status).toBe(404);
  await step(id, { stage: 'signed', nextOn: '2030-01-01' });
  await staff.post(`/api/admin/submissions/${id}/updates`, { updateText: 'Signed today', status: 'signed' });
  await staff.post(`/api/admin/submissions/${id}/heard`);
  const report = await staff.read<{
    weeks: { received: number; heard: number; answered: number }[];
    reviewers: object[];
    reached: object[];
    daysToAnswer: number;
  }>('/api/admin/pipeline/report');
  expect(report.weeks).toHaveLength(26);
  expect(report.weeks.at(-1)!.received).toBeGreaterThanOrEqual(5);
  expect(report.weeks.at(-1)).toMatchObject({ heard: 1, answered: 2 });
  expect(report.reviewers).toEqual([{ name: expect.any(String), heard: 1, rated: 0, answered: 2 }]);
  expect(report.reached).toEqual(
    ['contacted', 'meeting', 'offer', 'contract', 'signed', 'declined'].map((stage) => ({
      stage,
      deals: ['contacted', 'meeting', 'signed'].includes(stage) ? 1 : 0,
    })),
  );
  const moved = await staff.post('/api/admin/people/move', {
    from: phone,
    to: '+13056641299',
    reason: 'Lost the phone',
  });
  expect(moved.status).toBe(200);
  expect(await staff.read<Read>(`/api/admin/submissions/${id}/deal`)).toMatchObject({
    deal: { stage: 'signed' },
  });
  const [{ number }] = await app.sql<{ number: string }>(
    'SELECT phone_number AS number FROM submissions WHERE id = $1',
    [id],
  );
  const erased = await staff.post(`/api/admin/submissions/${id}/erase-artist`, {
    phoneNumber: number,
    reason: 'Asked',
  });
  expect(erased.status).toBe(200);
  expect(await staff.read('/api/admin/pipeline')).toEqual([]);
});
