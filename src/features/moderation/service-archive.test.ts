/** Clear all over HTTP: into an archive, back out whole, or purged for good. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, SONG, startTestApp, type TestApp } from '#app/test-app.ts';
import { begin, insertTrack, pay } from '#app/test-buyer.ts';

let app: TestApp;
let staff: Browser;
beforeAll(async () => {
  app = await startTestApp();
  staff = await app.staff();
});
afterAll(() => app.close());

/** Everything of the database that belongs to submissions, as it stands. */
async function snapshot(): Promise<Record<string, unknown[]>> {
  const tables = [
    'submissions',
    'submission_owners',
    'recordings',
    'recording_runs',
    'votes',
    'payment_intents',
    'money_events',
    'offers',
    'label_entries',
    'places',
    'orders',
    'artist_updates',
    'fan_standings',
    'board_cells',
  ];
  const rows = tables.map(
    async (table) =>
      [table, await app.sql(`SELECT to_jsonb(t) AS row FROM ${table} t ORDER BY to_jsonb(t)::text`)] as const,
  );
  return Object.fromEntries(await Promise.all(rows));
}

test('SD-9 clears with the count typed, hides everything, and restores it exactly: rows, votes, payments, audio', async () => {
  const browser = app.browser();
  const uploaded = await browser.submit();
  const track = await insertTrack(app);
  expect(
    (await browser.post(`/api/submissions/${track}/vote`, { voterName: 'Fan', voterPhone: '+12025550177' }))
      .status,
  ).toBe(200);
  const secret = await begin(browser, { submissionId: track, product: 'standardEntry' });
  await pay(browser, secret);
  await browser.read(`/api/payments/status?payment_intent_client_secret=${secret}`);
  const before = await snapshot();
  expect(before.votes.length).toBeGreaterThan(0);
  expect(before.label_entries.length).toBe(1);
  const files = await app.storedFiles();

  const wrong = await staff.post('/api/admin/submissions/clear', { count: 99 });
  expect(wrong.status).toBe(409);
  expect(await snapshot()).toEqual(before);

  const cleared = (await (await staff.post('/api/admin/submissions/clear', { count: 2 })).json()) as {
    archiveId: number;
  };
  expect(cleared).toMatchObject({ success: true, cleared: 2 });
  expect(await staff.read('/api/admin/submissions')).toEqual([]);
  expect(await browser.read('/api/submissions')).toEqual([]);
  for (const path of [
    `/api/submissions/${track}`,
    `/api/submissions/${uploaded}`,
    `/api/submissions/${uploaded}/audio`,
    `/api/submissions/${track}/votes`,
  ])
    expect((await browser.get(path)).status, path).toBe(404);
  expect(
    (await browser.post(`/api/submissions/${track}/vote`, { voterName: 'Fan', voterPhone: '+12025550178' }))
      .status,
  ).toBe(404);
  expect((await browser.post('/api/create-payment-intent', { submissionId: track })).status).toBe(404);

  expect((await staff.post(`/api/admin/archives/${cleared.archiveId}/purge`)).status).toBe(409);
  expect(await (await staff.post(`/api/admin/archives/${cleared.archiveId}/restore`)).json()).toEqual({
    restored: 2,
  });
  expect(await snapshot()).toEqual(before);
  expect(await app.storedFiles()).toEqual(files);
  const audio = await browser.get(`/api/submissions/${uploaded}/audio`);
  expect(new Uint8Array(await audio.arrayBuffer())).toEqual(SONG.bytes);
  expect((await staff.post(`/api/admin/archives/${cleared.archiveId}/restore`)).status).toBe(409);
});

test('SD-9 after 30 days only a purge is left, by an owner, and it takes the audio along', async () => {
  const own = await startTestApp();
  try {
    let owner = await own.staff();
    const id = await own.browser().submit();
    const { archiveId } = (await (await owner.post('/api/admin/submissions/clear')).json()) as {
      archiveId: number;
    };
    expect((await owner.post('/api/admin/submissions/clear')).status).toBe(409);
    own.clock.advance(31 * 86_400);
    owner = await own.staff();
    expect(await owner.read('/api/admin/archives')).toMatchObject([{ state: 'over', submissions: 1 }]);
    expect((await owner.post(`/api/admin/archives/${archiveId}/restore`)).status).toBe(410);
    const audio = (await own.storedFiles()).filter((file) => file.endsWith('.mp3'));
    expect(audio).toHaveLength(1);
    expect(await (await owner.post(`/api/admin/archives/${archiveId}/purge`)).json()).toEqual({
      purged: 1,
    });
    expect((await own.storedFiles()).filter((file) => file.endsWith('.mp3'))).toEqual([]);
    expect(await own.sql('SELECT 1 FROM submissions WHERE id = $1', [id])).toEqual([]);
    expect((await owner.post(`/api/admin/archives/${archiveId}/restore`)).status).toBe(410);
  } finally {
    await own.close();
  }
});

test('LK-3 A&R takes down nobody else’s track, by no way round; an owner archives it, named in the trail, and it comes back', async () => {
  const artist = app.browser();
  const id = await artist.submit({ trackTitle: 'Not yours' });
  const account = { email: 'kit@test.example', name: 'Kit', password: 'their secret' };
  await staff.post('/api/admin/accounts', account);
  const colleague = app.browser();
  await colleague.post('/api/admin/login', account);
  const remove = async (browser: Browser) =>
    (await browser.fetch(`/api/submissions/${id}`, { method: 'DELETE' })).status;
  expect(await remove(colleague)).toBe(403);
  const { privateLink } = await colleague.read<{ privateLink: string }>(
    `/api/submissions/${id}/private-link`,
  );
  const token = new URL(privateLink, app.url).searchParams.get('owner');
  const nobody = app.browser();
  for (const browser of [nobody, colleague]) {
    expect((await browser.post(`/api/submissions/${id}/owner`, { token })).status).toBe(200);
    expect(await remove(browser)).toBe(403);
  }
  expect(await remove(staff)).toBe(200);
  expect((await app.browser().get(`/api/submissions/${id}`)).status).toBe(404);
  const trail = await app.sql<{ detail: { archiveId: number } }>(
    "SELECT actor_name, subject_id, detail FROM audit_trail WHERE action = 'submission.delete'",
  );
  expect(trail).toMatchObject([{ actor_name: 'Owner', subject_id: String(id) }]);
  expect(await remove(staff)).toBe(404);
  expect((await staff.post(`/api/admin/archives/${trail[0].detail.archiveId}/restore`)).status).toBe(200);
  expect(await artist.read(`/api/submissions/${id}`)).toMatchObject({ mine: true });
  expect(await remove(artist)).toBe(200);
  expect(await app.sql('SELECT 1 FROM submissions WHERE id = $1', [id])).toEqual([]);
});
