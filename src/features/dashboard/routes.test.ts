/** The submissions dashboard over HTTP: list and cards at any size, processing runs, exports read by another parser. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Browser, startTestApp, type TestApp, until } from '#app/test-app.ts';
import { begin, insertTrack, pay } from '#app/test-buyer.ts';
import { parseCsvRecords } from '#platform/test-csv.ts';
import type { Batch, DashboardRow, DashboardSummary } from './contract.ts';

let app: TestApp;
let staff: Browser;
beforeAll(async () => {
  app = await startTestApp();
  staff = await app.staff();
});
afterAll(() => app.close());
beforeEach(() => app.sql('TRUNCATE submissions CASCADE'));

const list = (query = '') => staff.read<DashboardRow[]>(`/api/admin/submissions${query}`);

/** Rows straight into the database: pending ones, so that nothing depends on the ear. */
async function insertPending(count: number, from = '2026-01-01'): Promise<void> {
  await app.sql(
    `INSERT INTO submissions (artist_name, phone_number, track_title, audio_key, audio_bytes, audio_sha256, created_at)
     SELECT 'Artist ' || n, '+1 202 555 ' || lpad(n::text, 6, '0'), 'Track ' || n, 'audio/' || gen_random_uuid() || '.mp3', 1, 'x',
       $2::timestamptz + n * interval '1 second' FROM generate_series(1, $1::int) n`,
    [count, from],
  );
}

test('SD-4 SD-13 rows since the campaign’s first day, with what was paid', async () => {
  const old = await insertTrack(app, { createdAt: new Date('2025-05-25T12:00:00Z') });
  const first = await insertTrack(app, { createdAt: new Date('2025-05-26T05:00:00Z'), score: 91 });
  const browser = app.browser();
  await staff.post(`/api/admin/submissions/${first}/artist-link`);
  const secret = await begin(browser, { submissionId: first, product: 'discountedEntry' });
  await pay(browser, secret);
  await browser.read(`/api/payments/status?payment_intent_client_secret=${secret}`);
  const rows = await list();
  expect(rows.map((row) => row.id)).toEqual([first]);
  expect(rows[0]).toMatchObject({
    phoneNumber: '+12025550142',
    genre: 'Pop',
    score: 91,
    analyzed: true,
    paymentStatus: { paid: true, amount: 2999, paymentType: 'discounted', paymentId: expect.any(String) },
  });
  expect(old).not.toBe(first);
  const entries = await staff.read<object[]>('/api/admin/tyga-submissions');
  expect(entries).toMatchObject([{ id: first, paymentCompleted: true }]);
});

test('SD-15 an entry that was begun and not paid says so', async () => {
  const id = await insertTrack(app);
  const browser = app.browser();
  await begin(browser, { submissionId: id, product: 'standardEntry' });
  expect(await staff.read('/api/admin/tyga-submissions')).toMatchObject([{ id, paymentCompleted: false }]);
});

test('SD-15 entries to the label are searched, and read page by page, newest first', async () => {
  for (const artistName of ['Ada', 'Ben', 'Cleo']) {
    const id = await insertTrack(app, { artistName });
    await app.sql('INSERT INTO label_entries (submission_id, created_at) VALUES ($1, now())', [id]);
  }
  const page = (query: string) =>
    staff.read<{ id: number; artistName: string }[]>(`/api/admin/tyga-submissions?${query}`);
  const [newest, second] = await page('limit=2');
  expect([newest.artistName, second.artistName]).toEqual(['Cleo', 'Ben']);
  expect(await page(`limit=2&after=${second.id}`)).toMatchObject([{ artistName: 'Ada' }]);
  expect(await page('search=ada')).toMatchObject([{ artistName: 'Ada' }]);
});

test('SD-3 the cards count the rows the table can list; the mean is over scored ones only, 0 if none', async () => {
  const summary = (query = '') => staff.read<DashboardSummary>(`/api/admin/submissions/summary${query}`);
  await insertPending(2);
  expect(await summary()).toMatchObject({ total: 2, analyzed: 0, pending: 2, averageScore: 0 });
  await insertTrack(app, { score: 70 });
  await insertTrack(app, { score: 81 });
  await insertTrack(app, { score: 10, createdAt: new Date('2025-01-01') });
  expect(await summary('?search=mina')).toEqual({
    total: 4,
    analyzed: 2,
    pending: 2,
    failed: 0,
    averageScore: 76,
    matching: 2,
    clearable: 5,
  });
  // The dialog asks for exactly what clearing counts, rows from before the first day included.
  expect((await staff.post('/api/admin/submissions/clear', { count: 4 })).status).toBe(409);
});

test('SD-4 search finds artist, track and phone however it is typed, and takes signs as they are', async () => {
  await insertPending(3);
  await insertTrack(app, { artistName: 'Zoë 100%_Ahn', trackTitle: 'Ünder' });
  const found = async (search: string) =>
    (await list(`?search=${encodeURIComponent(search)}`)).map((row) => row.artistName);
  expect(await found('zOË')).toEqual(['Zoë 100%_Ahn']);
  expect(await found('ÜND')).toEqual(['Zoë 100%_Ahn']);
  expect(await found('100%_')).toEqual(['Zoë 100%_Ahn']);
  expect(await found('%')).toEqual(['Zoë 100%_Ahn']);
  expect(await found('555-000002')).toEqual(['Artist 2']);
  expect(await found('Ahn Ünder')).toEqual([]);
});

test('every order is total, and its pages together are the whole list, each row once', async () => {
  await insertPending(25);
  for (const score of [50, 50, 70]) await insertTrack(app, { score });
  for (const sort of ['date', 'id', 'artist', 'track', 'score'])
    for (const direction of ['asc', 'desc']) {
      const whole = (await list(`?sort=${sort}&direction=${direction}`)).map((row) => row.id);
      const paged: number[] = [];
      for (;;) {
        const after = paged.length ? `&after=${paged.at(-1)}` : '';
        const page = await list(`?sort=${sort}&direction=${direction}&limit=10${after}`);
        paged.push(...page.map((row) => row.id));
        if (page.length < 10) break;
      }
      expect(paged, `${sort} ${direction}`).toEqual(whole);
      expect(new Set(paged).size).toBe(28);
    }
});

test('100,000 submissions: every page is read by an index, wherever it is', async () => {
  await insertPending(100_000);
  await app.sql('ANALYZE submissions');
  const { total } = await staff.read<DashboardSummary>('/api/admin/submissions/summary');
  expect(total).toBe(100_000);
  const [{ middle }] = await app.sql<{ middle: number }>('SELECT min(id) + 50000 AS middle FROM submissions');
  const page = await list(`?sort=artist&direction=asc&limit=100&after=${middle}`);
  expect(page).toHaveLength(100);
  const plan = await app.sql<{ 'QUERY PLAN': string }>(
    `EXPLAIN SELECT s.id FROM submissions s WHERE s.archive_id IS NULL AND (lower(s.artist_name), s.id) >
       (SELECT lower(s.artist_name), s.id FROM submissions s WHERE s.id = ${middle}) ORDER BY lower(s.artist_name), s.id LIMIT 100`,
  );
  expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toContain('submissions_staff_artist');
  const found = await app.sql<{ 'QUERY PLAN': string }>(
    `EXPLAIN SELECT count(*) FROM submissions s WHERE (s.artist_name || E'\\n' || s.track_title || E'\\n' || s.phone_number
       || E'\\n' || regexp_replace(s.phone_number, '\\D', '', 'g')) ILIKE '%Artist 99999%'`,
  );
  expect(found.map((row) => row['QUERY PLAN']).join('\n')).toContain('submissions_staff_words');
  const csv = await (await staff.get('/api/admin/submissions/export')).text();
  expect(csv.split('\r\n')).toHaveLength(100_002);
});

test('SD-8 SEC-4 exports hold all rows, whole and safe: formulas, quotes, line breaks, emoji', async () => {
  const nasty = [
    '=HYPERLINK("http://x")',
    'He said "hi", twice',
    'semi;colon\ttab',
    '🎤 Ünïcode',
    "-1+1'",
    '@SUM(A1)',
  ];
  for (const artistName of nasty) await insertTrack(app, { artistName, trackTitle: 'A, "B"' });
  const answer = await staff.get('/api/admin/submissions/export');
  expect(answer.headers.get('content-type')).toMatch(/^text\/csv/);
  expect(answer.headers.get('content-disposition')).toMatch(
    /^attachment; filename="submissions-\d{4}-\d\d-\d\d\.csv"$/,
  );
  const rows = parseCsvRecords(await answer.text());
  expect(rows.map((row) => row['Artist Name'].replace(/^'(?=[=+\-@])/, ''))).toEqual(nasty);
  for (const row of rows) expect(row['Artist Name']).not.toMatch(/^[=+\-@]/);
  expect(rows[0]).toMatchObject({
    'Track Title': 'A, "B"',
    Phone: "'+12025550142",
    Score: '70',
    Genre: 'Pop',
    Status: 'Analyzed',
  });

  const simple = parseCsvRecords(await (await staff.get('/api/admin/submissions/export-simple')).text());
  expect(simple).toHaveLength(nasty.length);
  const link = new URL(simple[0]['Artist Link']);
  expect(link.pathname).toMatch(/^\/artist-update\/\d+$/);
  const id = link.pathname.split('/')[2];
  const path = `/api/submissions/${id}/follow-up-message?access=${link.searchParams.get('access')}`;
  expect((await app.browser().get(path)).status).toBe(200);
  expect(simple[0]['Audio Link']).toMatch(/\/api\/submissions\/\d+\/audio$/);
  const one = parseCsvRecords(await (await staff.get('/api/admin/submissions/export?search=said')).text());
  expect(one).toHaveLength(1);
});

test('SD-8 the full export has what the table no longer lists, a filtered one what the table shows; both are audited', async () => {
  await insertTrack(app, { artistName: 'Before', createdAt: new Date('2025-01-01') });
  await insertTrack(app, { artistName: 'After' });
  const names = async (query = '') =>
    parseCsvRecords(await (await staff.get(`/api/admin/submissions/export${query}`)).text()).map(
      (row) => row['Artist Name'],
    );
  expect(await names()).toEqual(['Before', 'After']);
  expect(await names('?status=analyzed&search=after')).toEqual(['After']);
  // A name that was searched for is not kept where nothing can be deleted.
  const audited = await staff.read<object[]>('/api/admin/audit?action=submissions.export&limit=2');
  expect(audited).toMatchObject([{ detail: { by: ['search', 'status'] } }, { detail: {} }]);
  await staff.get('/api/admin/submissions/export-simple');
  await staff.get('/api/admin/audit/export?actor=owner');
  const [list, tracks] = await staff.read<object[]>('/api/admin/audit?limit=2');
  expect(list).toMatchObject({ action: 'audit.export', detail: { by: ['actor'] } });
  expect(tracks).toMatchObject({ action: 'submissions.export-simple', detail: {} });
});

describe('processing', () => {
  const batches = () => staff.read<Batch[]>('/api/admin/batches');
  const jobs = () => app.sql<{ state: string }>("SELECT state FROM pgboss.job WHERE name = 'listen'");
  const steer = (id: number, action: string) => staff.post(`/api/admin/batches/${id}`, { action });
  beforeEach(async () => {
    await app.sql('DELETE FROM processing_batches');
    await app.sql("DELETE FROM pgboss.job WHERE name IN ('listen', 'process-batch')");
  });

  test('SD-16 SD-7 the buttons answer in words, and count 5 by default', async () => {
    await insertPending(60);
    const next = await staff.post('/api/admin/submissions/reprocess-pending', {});
    expect(next.headers.get('content-type')).toMatch(/^text\/plain/);
    expect(await next.text()).toBe('Processing started for 5 tracks.');
    expect(await staff.read('/api/admin/submissions/process-all-bulk?batchSize=50')).toEqual({
      message: 'Processing started for 50 tracks.',
    });
    const all = await staff.post('/api/admin/submissions/process-all-unanalyzed');
    expect(await all.text()).toBe('Processing started for 5 tracks, 10 seconds apart.');
    expect((await batches()).map((batch) => [batch.kind, batch.total, batch.gapSeconds])).toEqual([
      ['all', 5, 10],
      ['bulk', 50, 0],
      ['next', 5, 0],
    ]);
  });

  test('SD-7 starting twice, at once or later, does not double work', async () => {
    await insertPending(4);
    const press = () => staff.post('/api/admin/submissions/process-all-unanalyzed').then((r) => r.text());
    const said = await Promise.all([press(), press(), press()]);
    expect(said.sort()).toEqual([
      'Processing is already running: 4 tracks left.',
      'Processing is already running: 4 tracks left.',
      'Processing started for 4 tracks, 10 seconds apart.',
    ]);
    const [{ id }] = await app.sql<{ id: number }>('SELECT min(id) AS id FROM submissions');
    await staff.post(`/api/admin/submissions/${id}/reprocess`);
    const again = await (await staff.post(`/api/admin/submissions/${id}/reprocess`)).json();
    expect(again).toMatchObject({ message: 'This track is in line already.' });
    expect(await jobs()).toHaveLength(1);
    expect(await (await staff.post('/api/admin/submissions/reprocess-pending', {})).text()).toBe(
      'No tracks are waiting to be processed.',
    );
  });

  test('an analysed track is not processed again', async () => {
    const id = await insertTrack(app);
    expect((await staff.post(`/api/admin/submissions/${id}/reprocess`)).status).toBe(409);
    expect((await staff.post('/api/admin/submissions/999999/reprocess')).status).toBe(404);
  });

  test('SEC-5 the GET that changes something refuses other sites', async () => {
    const from = async (headers: Record<string, string>) =>
      (await staff.fetch('/api/admin/submissions/process-all-bulk', { headers })).status;
    expect(await from({ origin: 'https://evil.example' })).toBe(403);
    // Older browsers name only the page they come from.
    expect(await from({ referer: 'https://evil.example/page' })).toBe(403);
    expect(await from({ referer: 'nonsense' })).toBe(403);
    expect(await from({ referer: `${app.url}/admin/dashboard` })).toBe(200);
  });

  test('SD-7 a run goes on by itself, shows what failed and why, and retries it', async () => {
    const worker = await startTestApp({ worker: true });
    try {
      const desk = await worker.staff();
      const good = await worker.browser().submit();
      await worker.sql("UPDATE submissions SET state = 'failed', failure_message = 'x' WHERE false");
      await worker.sql(
        `INSERT INTO submissions (artist_name, phone_number, track_title, audio_key, audio_bytes, audio_sha256)
         VALUES ('Lost One', '+12025550100', 'Gone', 'audio/0123456789abcdefghjk.mp3', 1, 'none')`,
      );
      await desk.post('/api/admin/submissions/reprocess-pending', {});
      const read = async () => (await desk.read<Batch[]>('/api/admin/batches'))[0];
      const batch = await until(async () => {
        const now = await read();
        return now.state === 'done' && now;
      }, 'the run to end');
      expect(batch).toMatchObject({ total: 2, analyzed: 1, failed: 1, waiting: 0 });
      expect(await desk.read(`/api/admin/batches/${batch.id}/failures`)).toMatchObject([
        { artistName: 'Lost One', reason: expect.stringMatching(/try again/) },
      ]);
      const retried = await desk.post(`/api/admin/batches/${batch.id}`, { action: 'retry' });
      expect(await retried.json()).toEqual({ message: 'Processing started for 1 track.' });
      expect(await worker.browser().read(`/api/submissions/${good}/status`)).toMatchObject({
        analyzed: true,
      });
    } finally {
      await worker.close();
    }
  });

  test('a run is paused, resumed and cancelled; what is over cannot be steered', async () => {
    await insertPending(3);
    await staff.post('/api/admin/submissions/process-all-unanalyzed');
    const [{ id }] = await batches();
    expect((await steer(id, 'pause')).status).toBe(200);
    expect((await batches())[0].state).toBe('paused');
    expect((await steer(id, 'resume')).status).toBe(200);
    expect((await batches())[0].state).toBe('running');
    expect((await steer(id, 'cancel')).status).toBe(200);
    expect((await batches())[0]).toMatchObject({ state: 'cancelled', dropped: 3, waiting: 0 });
    expect((await steer(id, 'resume')).status).toBe(409);
    expect((await staff.post('/api/admin/submissions/process-all-unanalyzed')).status).toBe(200);
  });

  test('background work is listed and can be paused for all workers', async () => {
    const { queues } = await staff.read<{ queues: { name: string }[] }>('/api/admin/jobs');
    expect(queues.map((queue) => queue.name)).toContain('listen');
    await staff.post('/api/admin/jobs/listen', { paused: true });
    const after = await staff.read<{ queues: { name: string; paused: boolean }[] }>('/api/admin/jobs');
    expect(after.queues.find((queue) => queue.name === 'listen')).toMatchObject({ paused: true });
    await staff.post('/api/admin/jobs/listen', { paused: false });
    expect((await staff.post('/api/admin/jobs/no-such', { paused: true })).status).toBe(404);
  });
});
