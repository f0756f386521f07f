/** Batches and queues over HTTP. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Browser, startTestApp, type TestApp, until } from '#app/test-app.ts';
import { insertRecording, insertTrack } from '#app/test-buyer.ts';
import type { Batch } from './contract.ts';
import { WORK } from './copy-queues.ts';

let app: TestApp;
let staff: Browser;
beforeAll(async () => {
  app = await startTestApp();
  staff = await app.staff();
});
afterAll(() => app.close());

/** Rows straight into the database: pending ones. */
async function insertPending(count: number): Promise<void> {
  await insertRecording(app);
  await app.sql(
    `INSERT INTO submissions (artist_name, phone_number, track_title, audio_sha256, created_at)
     SELECT 'Artist ' || n, '+1 202 555 ' || lpad(n::text, 6, '0'), 'Track ' || n, 'x',
       now() - interval '1 day' + n * interval '1 second' FROM generate_series(1, $1::int) n`,
    [count],
  );
}

const batches = () => staff.read<Batch[]>('/api/admin/batches');
const jobs = () => app.sql<{ state: string }>("SELECT state FROM pgboss.job WHERE name = 'measure'");
const control = (id: number, action: string) => staff.post(`/api/admin/batches/${id}`, { action });
beforeEach(async () => {
  await app.sql('TRUNCATE submissions CASCADE');
  await app.sql('DELETE FROM processing_batches');
  await app.sql("DELETE FROM pgboss.job WHERE name IN ('measure', 'process-batch')");
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
    const other = await worker.staff();
    const good = await worker.browser().submit();
    await insertRecording(worker, 'none');
    await worker.sql(
      `INSERT INTO submissions (artist_name, phone_number, track_title, audio_sha256)
       VALUES ('Lost One', '+12025550100', 'Gone', 'none')`,
    );
    await other.post('/api/admin/submissions/reprocess-pending', {});
    const read = async () => (await other.read<Batch[]>('/api/admin/batches'))[0];
    const batch = await until(async () => {
      const now = await read();
      return now.state === 'done' && now;
    }, 'the run to end');
    expect(batch).toMatchObject({ total: 2, analyzed: 1, failed: 1, waiting: 0 });
    expect(await other.read(`/api/admin/batches/${batch.id}/failures`)).toMatchObject([
      { artistName: 'Lost One', reason: expect.stringMatching(/try again/) },
    ]);
    const retried = await other.post(`/api/admin/batches/${batch.id}`, { action: 'retry' });
    expect(await retried.json()).toEqual({ message: 'Processing started for 1 track.' });
    expect(await worker.browser().read(`/api/submissions/${good}/status`)).toMatchObject({
      analyzed: true,
    });
  } finally {
    await worker.close();
  }
});

test('a run is paused, resumed and cancelled; a finished one cannot be', async () => {
  await insertPending(3);
  await staff.post('/api/admin/submissions/process-all-unanalyzed');
  const [{ id }] = await batches();
  expect((await control(id, 'pause')).status).toBe(200);
  expect((await batches())[0].state).toBe('paused');
  expect((await control(id, 'resume')).status).toBe(200);
  expect((await batches())[0].state).toBe('running');
  expect((await control(id, 'cancel')).status).toBe(200);
  expect((await batches())[0]).toMatchObject({ state: 'cancelled', dropped: 3, waiting: 0 });
  expect((await control(id, 'resume')).status).toBe(409);
  expect((await staff.post('/api/admin/submissions/process-all-unanalyzed')).status).toBe(200);
});

test('background work is listed and can be paused for all workers', async () => {
  const { queues } = await staff.read<{ queues: { name: string }[] }>('/api/admin/jobs');
  expect(queues.map((queue) => queue.name)).toContain('measure');
  expect(queues.filter(({ name }) => !(name in WORK))).toEqual([]);
  await staff.post('/api/admin/jobs/measure', { paused: true });
  const after = await staff.read<{ queues: { name: string; paused: boolean }[] }>('/api/admin/jobs');
  expect(after.queues.find((queue) => queue.name === 'measure')).toMatchObject({ paused: true });
  await staff.post('/api/admin/jobs/measure', { paused: false });
  expect((await staff.post('/api/admin/jobs/no-such', { paused: true })).status).toBe(404);
});
