/** The measuring job under trouble: killed workers, lost runs, lanes, pauses, files that cannot be measured. */
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, makeSong, SONG, startTestApp, type TestApp, until } from '#app/test-app.ts';
import { end, startWorkerProcess } from '#app/test-program.ts';
import { encodeMp3, joinBytes, sine } from '#audio/test-signals.ts';
import type { Status } from '#features/submissions/contract-status.ts';
import { REPORT_JOB } from '#features/submissions/job-names.ts';
import { addDemoSong } from '#features/submissions/service-demo.ts';
import { reportSubmission } from '#features/submissions/service-report.ts';
import { LostJobError } from '#platform/jobs/queue.ts';
import { MEASURE_JOB } from './job-names.ts';
import { reconcileRuns } from './service-reconcile.ts';
import { beginRun, finishRun } from './service-run.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const statusOf = (browser: Browser, id: number) => browser.read<Status>(`/api/submissions/${id}/status`);

async function submitDemo(): Promise<number> {
  const names = { artistName: 'Demo Artist', trackTitle: 'Demo Song', phoneNumber: '+1 202 555 0100' };
  const song = { ...names, createdAt: app.clock.now(), mark: 'demo-song:lanes' };
  await addDemoSong(app.deps, song, Readable.from([await makeSong(6, 311)]));
  const [{ id }] = await app.sql<{ id: number }>('SELECT id FROM submissions WHERE demo');
  return id;
}

async function runOf(submissionId: number) {
  const [run] = await app.sql<{ audio_sha256: string; job_id: string; attempt: number }>(
    'SELECT r.* FROM recording_runs r JOIN submissions s USING (audio_sha256) WHERE s.id = $1',
    [submissionId],
  );
  return run;
}

/** A minute of audio: long enough to be caught in the middle. */
function longTrack(): Uint8Array {
  const times = 10;
  const bytes = new Uint8Array(times * SONG.bytes.length);
  for (let i = 0; i < times; i++) bytes.set(SONG.bytes, i * SONG.bytes.length);
  return bytes;
}

test('AN-4 a worker killed in the middle loses nothing: the track is heard once, by the next one', async () => {
  const browser = app.browser();
  const id = await browser.submit({}, longTrack());
  const first = startWorkerProcess(app);
  await until(async () => (await statusOf(browser, id)).stage === 'listening', 'listening to start');
  await end(first);
  expect((await statusOf(browser, id)).analyzed).toBe(false);
  const second = startWorkerProcess(app);
  try {
    await browser.hear(id);
    expect((await runOf(id)).attempt).toBe(1);
  } finally {
    await end(second, 'SIGTERM');
  }
});

test('a run that lost its job may not write', async () => {
  const browser = app.browser();
  const id = await browser.submit();
  const { job_id, audio_sha256 } = await runOf(id);
  const { assertOwned } = await import('#platform/jobs/queue.ts');
  const { signal } = new AbortController();
  const run = {
    id: job_id,
    attempt: 0,
    lastAttempt: false,
    signal,
    leaving: signal,
    assertOwned: (tx: Parameters<typeof assertOwned>[0]) => assertOwned(tx, MEASURE_JOB.name, job_id, 0),
  };
  expect(await beginRun(app.deps, audio_sha256, run)).toMatchObject({ audioSha256: audio_sha256 });
  expect((await statusOf(browser, id)).stage).toBe('listening');
  // The job was never fetched by this run, so it is not 'active' for it.
  const found = { measured: { measures: { durationSeconds: 1 }, peaks: [] }, wordlessReason: 'x' };
  await expect(finishRun(app.deps, audio_sha256, run, found as never)).rejects.toThrow('no longer owns');
  expect((await statusOf(browser, id)).stage).toBe('listening');
  // Nor may one begin whose place in line another job has taken.
  expect(await beginRun(app.deps, audio_sha256, { ...run, id: randomUUID() })).toBeNull();
  await browser.fetch(`/api/submissions/${id}`, { method: 'DELETE' });
});

test('HON-2 a live ticket puts a track ahead of those that came before, demo songs go last; pause holds all', async () => {
  await app.deps.queue.setPaused(app.deps.db, MEASURE_JOB.name, true);
  await app.startWorker();
  const demo = await submitDemo();
  const [early, vip] = [app.browser(), app.browser()];
  const normal = [
    await early.submit({ trackTitle: 'One' }, await makeSong(6, 233)),
    await early.submit({ trackTitle: 'Two' }, await makeSong(6, 277)),
  ];
  expect(await (await vip.post('/api/priority-ticket')).json()).toMatchObject({ state: 'live' });
  const answer = (await (await vip.upload({ trackTitle: 'Front' }, await makeSong(6, 349))).json()) as {
    submissionId: number;
    lane: string;
  };
  expect(answer.lane).toBe('front');
  expect(await statusOf(vip, answer.submissionId)).toMatchObject({
    lane: 'front',
    ahead: 0,
    stage: 'queued',
  });
  expect(await statusOf(early, normal[1])).toMatchObject({ lane: 'normal', ahead: 2 });
  await app.deps.queue.setPaused(app.deps.db, MEASURE_JOB.name, false);
  await Promise.all([...normal, answer.submissionId, demo].map((id) => early.hear(id)));
  const order = await app.sql<{ id: number }>(
    'SELECT s.id FROM recording_runs JOIN submissions s USING (audio_sha256) WHERE s.id = ANY($1) ORDER BY started_at',
    [[...normal, answer.submissionId, demo]],
  );
  expect(order.map((row) => row.id)).toEqual([answer.submissionId, ...normal, demo]);
});

test('HON-2 the same bytes from many are measured once: all get their result, and a ticket moves them all up', async () => {
  const measure = MEASURE_JOB.name;
  await app.deps.queue.setPaused(app.deps.db, measure, true);
  const song = await makeSong(6, 370);
  const browsers = Array.from({ length: 4 }, () => app.browser());
  await browsers[3].post('/api/priority-ticket');
  const ids = await Promise.all(
    browsers.slice(0, 3).map((browser) => browser.submit({ trackTitle: 'Same' }, song)),
  );
  expect((await statusOf(browsers[0], ids[0])).lane).toBe('normal');
  ids.push(await browsers[3].submit({ trackTitle: 'Same' }, song));
  for (const [index, id] of ids.entries())
    expect(await statusOf(browsers[index], id)).toMatchObject({ lane: 'front', stage: 'queued' });
  const jobs = await app.sql<{ state: string }>(
    "SELECT state FROM pgboss.job WHERE name = $1 AND data ->> 'audioSha256' = $2 ORDER BY created_on",
    [measure, (await runOf(ids[0])).audio_sha256],
  );
  expect(jobs.map(({ state }) => state)).toEqual(['cancelled', 'created']);
  await app.deps.queue.setPaused(app.deps.db, measure, false);
  await Promise.all(ids.map((id, index) => browsers[index].hear(id)));
  // One more of bytes that are known by now gets its result without being measured again.
  const measuredAt = () =>
    app.sql('SELECT measured_at FROM recordings JOIN submissions USING (audio_sha256) WHERE id = $1', [
      ids[0],
    ]);
  const before = await measuredAt();
  await browsers[0].hear(await browsers[0].submit({ trackTitle: 'Late' }, song));
  expect(await measuredAt()).toEqual(before);
});

test('a report whose run lost its job is not written', async () => {
  const browser = app.browser();
  const id = await browser.submit({}, await makeSong(6, 523));
  await browser.hear(id);
  await app.sql("UPDATE submissions SET sheet_version = 'old', score = 1 WHERE id = $1", [id]);
  const { signal } = new AbortController();
  const lost = () => Promise.reject(new LostJobError(REPORT_JOB.name));
  const run = { id: randomUUID(), attempt: 0, lastAttempt: true, signal, leaving: signal, assertOwned: lost };
  await reportSubmission(app.deps, id, run);
  expect(await app.sql('SELECT score FROM submissions WHERE id = $1', [id])).toEqual([{ score: 1 }]);
  await reportSubmission(app.deps, id, { ...run, assertOwned: () => Promise.resolve() });
  expect(await app.sql('SELECT score FROM submissions WHERE id = $1', [id])).not.toEqual([{ score: 1 }]);
});

test('HON-2 the ticket is one a browser and round: neither a reload nor the clock renews it', async () => {
  const browser = app.browser();
  const first = (await (await browser.post('/api/priority-ticket')).json()) as { expiresAt: string };
  app.clock.advance(300);
  expect(await (await browser.post('/api/priority-ticket')).json()).toMatchObject({
    state: 'live',
    expiresAt: first.expiresAt,
  });
  app.clock.advance(200);
  expect(await (await browser.post('/api/priority-ticket')).json()).toMatchObject({
    state: 'closed',
    expiresAt: first.expiresAt,
  });
  const answer = (await (await browser.upload()).json()) as { lane: string };
  expect(answer.lane).toBe('normal');
});

test('AN-5 PR-6 what cannot be heard ends as failed with a reason, is retried by its owner, and blocks nobody', async () => {
  const browser = app.browser();
  // Passes the door and fails the engine: it changes its sample rate with every second.
  const one = await encodeMp3([sine(440, 1, 44_100, 0.5)], 44_100, 64);
  const other = await encodeMp3([sine(440, 1, 32_000, 0.5)], 32_000, 64);
  const glued = joinBytes(...Array.from({ length: 24 }, (_, index) => (index % 2 ? other : one)));
  const broken = await browser.submit({}, glued);
  const after = await browser.submit({ trackTitle: 'After' });
  const failed = () =>
    until(async () => {
      const status = await statusOf(browser, broken);
      return status.state === 'failed' ? status : null;
    }, 'the failure');
  const { failure, analyzed } = await failed();
  expect(analyzed).toBe(false);
  expect(failure).toMatchObject({ code: 'too-many-rates', canRetry: true });
  expect(failure?.message).toMatch(/\w+ \w+ \w+/);
  await browser.hear(after);

  expect((await app.browser().post(`/api/submissions/${broken}/retry`)).status).toBe(403);
  expect((await browser.post(`/api/submissions/${after}/retry`)).status).toBe(409);
  expect((await browser.post(`/api/submissions/${broken}/retry`)).status).toBe(200);
  expect((await failed()).failure?.code).toBe('too-many-rates');
});

test('OP-6 a run whose job died for good is ended: the artist is told and can try again, and live ones go on', async () => {
  const browser = app.browser();
  // A worker would be quicker than what happens to the jobs here.
  await app.deps.queue.setPaused(app.deps.db, MEASURE_JOB.name, true);
  const [dead, lost, live] = [
    await browser.submit({}, await makeSong(6, 401)),
    await browser.submit({}, await makeSong(6, 403)),
    await browser.submit({}, await makeSong(6, 405)),
  ];
  const isOf = `id = $1::uuid AND name = 'measure'`;
  await app.sql(`UPDATE pgboss.job SET state = 'failed', completed_on = now() WHERE ${isOf}`, [
    (await runOf(dead)).job_id,
  ]);
  await app.sql(`DELETE FROM pgboss.job WHERE ${isOf}`, [(await runOf(lost)).job_id]);
  expect(await Promise.all([reconcileRuns(app.deps), reconcileRuns(app.deps)]).then(([a, b]) => a + b)).toBe(
    2,
  );
  for (const id of [dead, lost]) {
    expect(await statusOf(browser, id)).toMatchObject({ state: 'failed' });
    expect((await browser.post(`/api/submissions/${id}/retry`)).status).toBe(200);
    expect((await statusOf(browser, id)).state).not.toBe('failed');
  }
  expect((await statusOf(browser, live)).state).not.toBe('failed');
  await app.deps.queue.setPaused(app.deps.db, MEASURE_JOB.name, false);
});
