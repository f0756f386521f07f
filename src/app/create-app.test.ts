/** The app as a whole: health, errors, headers, the OpenAPI document. */
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
