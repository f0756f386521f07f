// What an operator sees: figures on a port of their own, a line a request, and rules that speak of figures there are.
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '#platform/log.ts';
import { type MetricsServer, serveMetrics } from './serve-metrics.ts';
import { startTestApp, type TestApp, until } from './test-app.ts';
import { insertTrack } from './test-buyer.ts';
import { findPhone } from './test-voters.ts';

const DEPLOY = fileURLToPath(new URL('../../deploy/', import.meta.url));
const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
const lines: string[] = [];
let app: TestApp;
let metrics: MetricsServer;
beforeAll(async () => {
  const log = createLog('info', { write: (line: string) => void lines.push(line) });
  app = await startTestApp({ worker: true, env: { ACCESS_LOG: 'true' }, overrides: { log } });
  metrics = await serveMetrics(app.deps, { role: 'both', port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await metrics.close();
  await app.close();
});

const ask = (path: string) => fetch(`http://127.0.0.1:${metrics.port}${path}`);
const read = async () => (await ask('/metrics')).text();

test('OP-7 requests, waits, queues, votes, holds and jobs are figures Prometheus can read', async () => {
  const track = await insertTrack(app);
  await app.sql(`INSERT INTO reconciliation_runs (started_at, finished_at, failed) VALUES (now(), now(), 3)`);
  const vote = (voterPhone: string) =>
    app.browser().post(`/api/submissions/${track}/vote`, { voterName: 'Fan', voterPhone });
  await vote(findPhone(1));
  await vote('+12125555555');
  const heard = await app.browser().submit();
  await until(async () => {
    const [row] = await app.sql<{ state: string }>(`SELECT state FROM submissions WHERE id = ${heard}`);
    return row.state === 'done';
  }, 'the track is heard');
  const text = await until(async () => {
    const printed = await read();
    return printed.includes('soundcheck_jobs_total{job="measure",outcome="done"} 1') && printed;
  }, 'the job is counted');
  for (const line of [
    'soundcheck_http_requests_total{method="POST",route="/api/submissions/:id/vote",status="200"} 2',
    'soundcheck_votes_last_minute{kind="free",state="counted"} 1',
    'soundcheck_votes_held 1',
    'soundcheck_money_findings{kind="failed"} 3',
    'soundcheck_pool_waiting{lane="votes"} 0',
    'soundcheck_database_up 1',
  ])
    expect(text.split('\n')).toContain(line);
  expect(text).toMatch(/soundcheck_pool_wait_seconds_bucket\{lane="votes",le="\+Inf"\} [1-9]/);
  // On a machine that is too busy the first try may have failed.
  expect(text).toMatch(/soundcheck_job_seconds_count\{job="measure"\} [1-9]/);
  expect(text).toMatch(/soundcheck_queue_oldest_seconds\{queue="measure"\} \d/);
  // Not where visitors are.
  expect((await app.browser().get('/metrics')).status).toBe(404);
  expect((await ask('/health')).status).toBe(200);
  expect((await ask('/api/leaderboard')).status).toBe(404);
});

test('OP-7 each request is a line with its id, host and process, and nothing private', async () => {
  lines.length = 0;
  const response = await app.browser().get('/api/leaderboard?search=%2B12125551234');
  await app.browser().get('/nowhere/a-private-link');
  const written = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(written.find((line) => line.path === '/api/leaderboard')).toMatchObject({
    requestId: response.headers.get('x-request-id'),
    method: 'GET',
    status: 200,
    pid: process.pid,
    host: expect.stringMatching(/./),
    ms: expect.any(Number),
  });
  expect(lines.join('')).not.toMatch(/12125551234|private-link|127\.0\.0\.1/);
});

test('OP-7 dashboard and alerts name only figures that are printed', async () => {
  const printed = new Set((await read()).match(/(?<=^(# TYPE )?)[a-z_0-9]+/gm));
  for (const file of ['grafana/soundcheck.json', 'prometheus/alerts.yml']) {
    const named = (await readFile(DEPLOY + file, 'utf8')).match(/\b(soundcheck|nodejs|process)_[a-z_0-9]+/g);
    expect(named!.filter((name) => !printed.has(name))).toEqual([]);
  }
});

test.skipIf(!hasPromtool)(
  'OP-7 promtool finds nothing wrong with the figures, and every alert does as its test says',
  async () => {
    const run = (args: string[], input?: string) => {
      const { status, stdout, stderr } = spawnSync('promtool', args, {
        input,
        encoding: 'utf8',
        timeout: 120_000,
      });
      return { status, words: status === 0 ? '' : stdout + stderr };
    };
    const fine = { status: 0, words: '' };
    expect(run(['check', 'metrics'], await read())).toEqual(fine);
    expect(run(['check', 'rules', `${DEPLOY}prometheus/alerts.yml`])).toEqual(fine);
    expect(run(['test', 'rules', `${DEPLOY}prometheus/alerts.test.yml`])).toEqual(fine);
  },
);
