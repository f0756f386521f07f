/** The steps of a processing run, one by one. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, startTestApp, type TestApp } from '#app/test-app.ts';
import { insertRecording } from '#app/test-buyer.ts';
import { stepBatch } from './service.ts';

let app: TestApp;
let staff: Browser;
beforeAll(async () => {
  app = await startTestApp();
  staff = await app.staff();
  for (let n = 1; n <= 6; n++) await insertRecording(app, String(n));
  await app.sql(
    `INSERT INTO submissions (artist_name, phone_number, track_title, audio_sha256)
     SELECT 'Artist ' || n, '+12025550100', 'Track ' || n, n::text FROM generate_series(1, 6) n`,
  );
});
afterAll(() => app.close());

const listening = async () =>
  (await app.sql("SELECT 1 FROM pgboss.job WHERE name = 'measure' AND state = 'created'")).length;
const steps = () =>
  app.sql<{ position: number; wait: number }>(
    `SELECT (data->>'position')::int AS position, round(extract(epoch FROM start_after - created_on))::int AS wait
     FROM pgboss.job WHERE name = 'process-batch' ORDER BY created_on DESC`,
  );

test('SD-7 everything pending goes one at a time, 10 seconds apart; a late or paused step does nothing', async () => {
  await staff.post('/api/admin/submissions/process-all-unanalyzed');
  const [{ id }] = await staff.read<{ id: number }[]>('/api/admin/batches');
  await stepBatch(app.deps, id, 1);
  expect(await listening()).toBe(1);
  expect((await steps())[0]).toEqual({ position: 2, wait: 10 });
  await stepBatch(app.deps, id, 1); // the same step again
  expect(await listening()).toBe(1);
  await staff.post(`/api/admin/batches/${id}`, { action: 'pause' });
  await stepBatch(app.deps, id, 2);
  expect(await listening()).toBe(1);
  await staff.post(`/api/admin/batches/${id}`, { action: 'resume' });
  expect((await steps())[0].position).toBe(2);
  await stepBatch(app.deps, id, 2);
  await stepBatch(app.deps, id, 2); // the step that had been planned before the pause
  expect(await listening()).toBe(2);
  await staff.post(`/api/admin/batches/${id}`, { action: 'cancel' });
});

test('without a gap only a few tracks are in line at once, so that a pause means something', async () => {
  await app.sql("DELETE FROM pgboss.job WHERE name IN ('measure', 'process-batch')");
  await staff.read('/api/admin/submissions/process-all-bulk');
  const [{ id }] = await staff.read<{ id: number }[]>('/api/admin/batches');
  await stepBatch(app.deps, id, 1);
  expect(await listening()).toBe(4);
  await stepBatch(app.deps, id, 5);
  expect(await listening()).toBe(4);
  await app.sql(
    "UPDATE submissions SET state = 'failed', failure_message = 'no' WHERE id IN (SELECT submission_id FROM processing_items WHERE batch_id = $1 AND state = 'sent')",
    [id],
  );
  await stepBatch(app.deps, id, 5);
  await app.sql("UPDATE submissions SET state = 'failed', failure_message = 'no'");
  await stepBatch(app.deps, id, 0);
  expect((await staff.read<object[]>('/api/admin/batches'))[0]).toMatchObject({ state: 'done', failed: 6 });
});
