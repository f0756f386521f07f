/** The dashboard over HTTP: list and cards at any size, exports read by another parser. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Browser, startTestApp, type TestApp } from '#app/test-app.ts';
import { begin, insertOwnTrack, insertRecording, insertTrack, pay } from '#app/test-buyer.ts';
import { parseCsvRecords } from '#platform/test-csv.ts';
import type { DashboardRow, DashboardSummary } from './contract.ts';

let app: TestApp;
let staff: Browser;
beforeAll(async () => {
  app = await startTestApp();
  staff = await app.staff();
});
afterAll(() => app.close());
beforeEach(() => app.sql('TRUNCATE submissions CASCADE'));

const list = (query = '') => staff.read<DashboardRow[]>(`/api/admin/submissions${query}`);

/** Rows straight into the database: pending ones. */
async function insertPending(count: number, from = '2026-01-01'): Promise<void> {
  await insertRecording(app);
  await app.sql(
    `INSERT INTO submissions (artist_name, phone_number, track_title, audio_sha256, created_at)
     SELECT 'Artist ' || n, '+1 202 555 ' || lpad(n::text, 6, '0'), 'Track ' || n, 'x',
       $2::timestamptz + n * interval '1 second' FROM generate_series(1, $1::int) n`,
    [count, from],
  );
}

test('SD-4 SD-13 rows since the campaign’s first day, with what was paid', async () => {
  const old = await insertTrack(app, { createdAt: new Date('2025-05-25T12:00:00Z') });
  const { id: first, artist: browser } = await insertOwnTrack(app, {
    createdAt: new Date('2025-05-26T05:00:00Z'),
    score: 91,
  });
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
  const { id, artist } = await insertOwnTrack(app);
  await begin(artist, { submissionId: id, product: 'standardEntry' });
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
    decided: { open: 4, shortlist: 0, pass: 0, contact: 0, sign: 0 },
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

/** Enough that nothing is read whole which has an index; DASHBOARD_ROWS=100000 for the size of a whole campaign. */
const ROWS = Number(process.env.DASHBOARD_ROWS ?? 30_000);

test(`${ROWS} submissions: every page is read by an index, wherever it is`, async () => {
  // What Find keeps of each track is most of an insert's work, and nothing here reads it.
  await app.sql('ALTER TABLE submissions DISABLE TRIGGER submissions_traits_new');
  await insertPending(ROWS);
  await app.sql('ALTER TABLE submissions ENABLE TRIGGER submissions_traits_new');
  await app.sql('ANALYZE submissions');
  const { total } = await staff.read<DashboardSummary>('/api/admin/submissions/summary');
  expect(total).toBe(ROWS);
  const [{ middle }] = await app.sql<{ middle: number }>(
    'SELECT min(id) + $1::int AS middle FROM submissions',
    [ROWS / 2],
  );
  const page = await list(`?sort=artist&direction=asc&limit=100&after=${middle}`);
  expect(page).toHaveLength(100);
  const plan = await app.sql<{ 'QUERY PLAN': string }>(
    `EXPLAIN SELECT s.id FROM submissions s WHERE s.archive_id IS NULL AND (lower(s.artist_name), s.id) >
       (SELECT lower(s.artist_name), s.id FROM submissions s WHERE s.id = ${middle}) ORDER BY lower(s.artist_name), s.id LIMIT 100`,
  );
  expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toContain('submissions_staff_artist');
  const found = await app.sql<{ 'QUERY PLAN': string }>(
    `EXPLAIN SELECT count(*) FROM submissions s WHERE (s.artist_name || E'\\n' || s.track_title || E'\\n' || s.phone_number
       || E'\\n' || regexp_replace(s.phone_number, '\\D', '', 'g')) ILIKE '%Artist 29999%'`,
  );
  expect(found.map((row) => row['QUERY PLAN']).join('\n')).toContain('submissions_staff_words');
  const csv = await (await staff.get('/api/admin/submissions/export')).text();
  expect(csv.split('\r\n')).toHaveLength(ROWS + 2);
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
