/** The listening job under trouble: killed workers, lost runs, lanes, pauses, files that cannot be heard. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, makeSong, SONG, startTestApp, type TestApp, until } from '#app/test-app.ts';
import { encodeMp3, joinBytes, sine } from '#audio/test-signals.ts';
import { addDemoSong } from '#features/submissions/service-demo.ts';
import type { Status } from './contract.ts';
import { LISTEN_JOB } from './rules-lanes.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const statusOf = (browser: Browser, id: number) => browser.read<Status>(`/api/submissions/${id}/status`);
const analysed = (browser: Browser, id: number) =>
  until(async () => (await statusOf(browser, id)).analyzed, `analysis of ${id}`);

async function submitDemo(): Promise<number> {
  const names = { artistName: 'Demo Artist', trackTitle: 'Demo Song', phoneNumber: '+1 202 555 0100' };
  const song = { ...names, createdAt: app.clock.now(), mark: 'demo-song:lanes' };
  await addDemoSong(app.deps, song, Readable.from([await makeSong(6, 311)]));
  const [{ id }] = await app.sql<{ id: number }>('SELECT id FROM submissions WHERE demo');
  return id;
}

function startWorkerProcess(): ChildProcess {
  return spawn(process.execPath, ['--import', 'tsx', 'src/main/worker.ts'], {
    env: {
      ...process.env,
      DATABASE_URL: app.databaseUrl,
      DATA_DIR: app.dataDir,
      APP_SECRET: 'a secret for tests only',
      LOG_LEVEL: 'fatal',
      NODE_ENV: 'test',
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}

/** Three minutes of audio: long enough to be caught in the middle. */
function longTrack(): Uint8Array {
  const times = Math.floor((1.5 * 1024 * 1024) / SONG.bytes.length);
  const bytes = new Uint8Array(times * SONG.bytes.length);
  for (let i = 0; i < times; i++) bytes.set(SONG.bytes, i * SONG.bytes.length);
  return bytes;
}

test('AN-4 a worker killed in the middle loses nothing: the track is heard once, by the next one', async () => {
  const browser = app.browser();
  const id = await browser.submit({}, longTrack());
  const first = startWorkerProcess();
  await until(async () => (await statusOf(browser, id)).stage === 'listening', 'listening to start');
  first.kill('SIGKILL');
  await once(first, 'exit');
  expect((await statusOf(browser, id)).analyzed).toBe(false);
  const second = startWorkerProcess();
  try {
    await analysed(browser, id);
    const [run] = await app.sql<{ attempt: number }>(
      'SELECT attempt FROM analysis_runs WHERE submission_id = $1',
      [id],
    );
    expect(run.attempt).toBe(1);
  } finally {
    second.kill('SIGTERM');
    await once(second, 'exit');
  }
}, 90_000);

test('a run that lost its job may not write', async () => {
  const browser = app.browser();
  const id = await browser.submit();
  const [{ job_id }] = await app.sql<{ job_id: string }>(
    'SELECT job_id FROM analysis_runs WHERE submission_id = $1',
    [id],
  );
  const { finishListening, beginListening } = await import('./service.ts');
  const { assertOwned } = await import('#platform/jobs/queue.ts');
  const run = {
    id: job_id,
    attempt: 0,
    lastAttempt: false,
    signal: new AbortController().signal,
    assertOwned: (tx: Parameters<typeof assertOwned>[0]) => assertOwned(tx, LISTEN_JOB.name, job_id, 0),
  };
  await beginListening(app.deps, id, run);
  // The job was never fetched by this run, so it is not 'active' for it.
  const found = {
    audioSha256: 'x',
    engineVersion: 'x',
    recording: { measures: {}, peaks: [] },
    report: { score: 1, genre: 'Other', analysis: { measures: { durationSeconds: 1 } } },
  };
  await expect(finishListening(app.deps, id, run, found as never)).rejects.toThrow('no longer owns');
  expect((await statusOf(browser, id)).analyzed).toBe(false);
  await browser.fetch(`/api/submissions/${id}`, { method: 'DELETE' });
});

test('HON-2 a live ticket puts a track ahead of those that came before, demo songs go last; pause holds all', async () => {
  await app.deps.queue.setPaused(app.deps.db, LISTEN_JOB.name, true);
  await app.startWorker();
  const demo = await submitDemo();
  const [early, vip] = [app.browser(), app.browser()];
  const normal = [await early.submit({ trackTitle: 'One' }), await early.submit({ trackTitle: 'Two' })];
  expect(await (await vip.post('/api/priority-ticket')).json()).toMatchObject({ state: 'live' });
  const answer = (await (await vip.upload({ trackTitle: 'Front' })).json()) as {
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
  await app.deps.queue.setPaused(app.deps.db, LISTEN_JOB.name, false);
  await Promise.all([...normal, answer.submissionId, demo].map((id) => analysed(early, id)));
  const order = await app.sql<{ submission_id: number }>(
    'SELECT submission_id FROM analysis_runs WHERE submission_id = ANY($1) ORDER BY started_at',
    [[...normal, answer.submissionId, demo]],
  );
  expect(order.map((row) => row.submission_id)).toEqual([answer.submissionId, ...normal, demo]);
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
  // Passes the door and fails the ear: it changes its sample rate with every second.
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
  await analysed(browser, after);

  expect((await app.browser().post(`/api/submissions/${broken}/retry`)).status).toBe(403);
  expect((await browser.post(`/api/submissions/${after}/retry`)).status).toBe(409);
  expect((await browser.post(`/api/submissions/${broken}/retry`)).status).toBe(200);
  expect((await failed()).failure?.code).toBe('too-many-rates');
});
