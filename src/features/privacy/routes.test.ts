/** An artist’s data over HTTP: who may export and erase it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, makeSong, startTestApp, type TestApp } from '#app/test-app.ts';

let app: TestApp;
let staff: Browser;
beforeAll(async () => {
  app = await startTestApp();
  staff = await app.staff();
});
afterAll(() => app.close());

async function makeColleague(): Promise<Browser> {
  const account = {
    email: 'kit@test.example',
    name: 'Kit',
    role: 'a&r',
    password: 'their secret',
  };
  await staff.post('/api/admin/accounts', account);
  const browser = app.browser();
  await browser.post('/api/admin/login', account);
  return browser;
}

test('an artist’s data is exported by phone number, and erased for good by an owner who types it', async () => {
  const artist = app.browser();
  const songs = await Promise.all([311, 349, 392].map((hertz) => makeSong(4, hertz)));
  const first = await artist.submit({ phoneNumber: '+1 202 555 0111' }, songs[0]);
  const second = await artist.submit({ phoneNumber: '(202) 555-0111', trackTitle: 'Second' }, songs[1]);
  const third = await artist.submit({ phoneNumber: '202-555-0111', trackTitle: 'Third' }, songs[2]);
  // The same file as the third one, from somebody else.
  const other = await artist.submit({ phoneNumber: '+12025550112' }, songs[2]);
  const file = await staff.get(`/api/admin/submissions/${first}/artist-data`);
  expect(file.headers.get('content-disposition')).toContain('.json');
  const data = (await file.json()) as { submissions: { id: number }[] };
  expect(data.submissions.map((track) => track.id)).toEqual([first, second, third]);
  const erase = (phoneNumber: string, by: Browser = staff) =>
    by.post(`/api/admin/submissions/${first}/erase-artist`, { phoneNumber, reason: 'Asked by mail' });
  expect((await erase('+12025550112')).status).toBe(409);
  expect((await erase('+12025550111', await makeColleague())).status).toBe(403);
  const files = await app.storedFiles();
  expect(await (await erase('+1-202-555-0111')).json()).toEqual({ deletedSubmissions: 3 });
  expect((await staff.get(`/api/submissions/${second}`)).status).toBe(404);
  expect((await staff.get(`/api/submissions/${other}`)).status).toBe(200);
  expect((await app.storedFiles()).length).toBe(files.length - 2);
});

test('somebody without a track is exported and erased by their number alone, by an owner', async () => {
  const artist = app.browser();
  const id = await artist.submit({ phoneNumber: '+1 202 555 0121' }, await makeSong(4, 440));
  const fan = { name: 'Fay', phone: '+12025550122' };
  await app.sql(
    `INSERT INTO votes (submission_id, kind, counts_as, state, voter_name, voter_phone, phone_e164, receipt_code, day, created_at)
     VALUES ($1, 'free', 'free', 'counted', $2, $3, $3, 'aaaaaaaaaaaaaaaaaaaaaaaaaa', '2026-11-15', now())`,
    [id, fan.name, fan.phone],
  );
  const ask = (path: string, body: object, by: Browser = staff) => by.post(`/api/admin/people/${path}`, body);
  const data = await (await ask('export', { phoneNumber: '(202) 555-0122' })).text();
  expect(data).toContain('Fay');
  expect((await ask('export', { phoneNumber: 'nobody' })).status).toBe(400);
  const erasure = { phoneNumber: '(202) 555-0122', reason: 'Asked by mail' };
  expect((await ask('erase', erasure, app.browser())).status).toBe(401);
  expect(await (await ask('erase', erasure)).json()).toEqual({ deletedSubmissions: 0 });
  const [vote] = await app.sql<{ voter_name: string; state: string }>(
    'SELECT voter_name, state, phone_e164 FROM votes WHERE submission_id = $1',
    [id],
  );
  // The vote stands, and is nobody's.
  expect(vote.state).toBe('counted');
  expect(JSON.stringify(vote)).not.toMatch(/Fay|555/);
  expect(await (await ask('export', { phoneNumber: fan.phone })).text()).not.toContain('Fay');
});
