/** The app as a whole: health, errors, headers, the OpenAPI document. */
import { get, type IncomingMessage } from 'node:http';
import { createConnection } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from './test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test('health and readiness answer', async () => {
  expect(await app.browser().read('/api/health')).toEqual({ status: 'ok' });
  expect(await app.browser().read('/api/ready')).toEqual({
    status: 'ok',
    database: 'ok',
    queue: 'ok',
    storage: 'ok',
  });
});

test('an unknown call, a wrong body and a giant one get the one error shape', async () => {
  const browser = app.browser();
  const unknown = await browser.get('/api/nothing-here');
  expect(unknown.status).toBe(404);
  expect(await unknown.json()).toMatchObject({
    code: 'not_found',
    error: expect.any(String),
    message: expect.any(String),
    requestId: expect.any(String),
  });
  const broken = await browser.fetch('/api/admin/login', {
    method: 'POST',
    body: '{"email":',
    headers: { 'content-type': 'application/json' },
  });
  expect(broken.status).toBe(400);
  const giant = await browser.post('/api/admin/login', { email: 'x'.repeat(400_000) });
  expect(giant.status).toBe(413);
  const xml = await browser.fetch('/api/admin/login', {
    method: 'POST',
    body: '<a/>',
    headers: { 'content-type': 'text/xml' },
  });
  expect(xml.status).toBe(415);
  for (const path of ['/api/submissions/%E0%A4%A', '/api/%00', '/api/submissions/1/status?x=%ff']) {
    const response = await browser.get(path);
    expect(response.status, path).toBeGreaterThanOrEqual(400);
    expect(response.status, path).toBeLessThan(500);
  }
});

test('every answer carries the security headers and its request id', async () => {
  const { headers } = await app.browser().get('/api/health');
  expect(headers.get('content-security-policy')).toMatch(
    /default-src 'self'.*object-src 'none'.*frame-ancestors 'none'/,
  );
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  expect(headers.get('strict-transport-security')).toBeNull();
});

test('the OpenAPI document lists every call', async () => {
  const document = await app
    .browser()
    .read<{ openapi: string; paths: Record<string, object> }>('/api/openapi.json');
  expect(document.openapi).toMatch(/^3\.1/);
  expect(Object.keys(document.paths)).toEqual(
    expect.arrayContaining([
      '/api/submissions',
      '/api/submissions/{id}',
      '/api/leaderboard',
      '/api/admin/login',
    ]),
  );
});

/** A request as no browser sends it: the very lines. */
function sendLines(lines: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = createConnection(Number(new URL(app.url).port), '127.0.0.1');
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('end', () => resolve(answer.split('\r\n')[0]));
    socket.on('error', reject);
    socket.write(`${[...lines, 'Connection: close', '', ''].join('\r\n')}`);
  });
}

test('SEC-5 requests for another host, for two or for none are refused, and probes are not', async () => {
  const before = app.deps.config.publicUrl;
  const own = new URL(app.url).host;
  const ask = (...hosts: string[]) =>
    sendLines(['GET /api/openapi.json HTTP/1.1', ...hosts.map((host) => `Host: ${host}`)]);
  expect(await ask(own)).toContain('200');
  expect(await ask(own, 'evil.example')).toContain('400');
  expect(await ask('evil.example/a')).toContain('400');
  expect(await ask('evil.example"><script>')).toContain('400');
  expect(before).toBeUndefined();
  const named = await startTestApp({ env: { PUBLIC_URL: 'https://contest.example' } });
  try {
    const status = async (host: string, path = '/api/openapi.json') => {
      const answer = await new Promise<IncomingMessage>((resolve, reject) =>
        get(named.url + path, { headers: { host } }, resolve).on('error', reject),
      );
      answer.resume();
      return answer.statusCode;
    };
    expect(await status('contest.example')).toBe(200);
    expect(await status('CONTEST.example:443')).toBe(200);
    expect(await status('evil.example')).toBe(400);
    expect(await status('contest.example.evil.example')).toBe(400);
    expect(await status('10.0.0.7', '/api/health')).toBe(200);
  } finally {
    await named.close();
  }
});

test('SEC-4 the content policy allows nothing inline, and what browsers refuse is told to us', async () => {
  const { headers } = await app.browser().get('/api/health');
  const policy = headers.get('content-security-policy');
  expect(policy).not.toMatch(/unsafe-(inline|eval)/);
  expect(policy).toContain('report-uri /api/content-reports');
  expect(policy).toContain("require-trusted-types-for 'script'; trusted-types default");
  const tell = async (type: string, body: unknown) =>
    (
      await app.browser().fetch('/api/content-reports', {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': type },
      })
    ).json();
  const old = {
    'csp-report': { 'effective-directive': 'script-src', 'blocked-uri': 'https://evil.example/x?owner=1' },
  };
  expect(await tell('application/csp-report', old)).toEqual({ noted: 1 });
  const modern = [
    { type: 'csp-violation', body: { effectiveDirective: 'img-src', blockedURL: 'inline' } },
    7,
  ];
  expect(await tell('application/reports+json', modern)).toEqual({ noted: 1 });
});
test('where PUBLIC_URL is said, pages of any other address may not change anything, whatever Host says', async () => {
  const app = await startTestApp({ env: { PUBLIC_URL: 'https://contest.example' } });
  try {
    const ask = (origin: string) =>
      app.browser().fetch('/api/priority-ticket', { method: 'POST', headers: { origin } });
    expect((await ask('https://contest.example')).status).toBe(200);
    expect((await ask(app.url)).status).toBe(403);
    expect((await ask('https://evil.example')).status).toBe(403);
  } finally {
    await app.close();
  }
});
