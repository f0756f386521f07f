/** The transcription test over HTTP: who may start it, and which hosts it asks. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, startTestApp, type TestApp } from '#app/test-app.ts';

let app: TestApp;
let staff: Browser;
beforeAll(async () => {
  app = await startTestApp();
  staff = await app.staff();
});
afterAll(() => app.close());

test('TR-2 AD-4 the transcription test needs a session, an address, and an allowed host', async () => {
  const test = (url: string, by: Browser = staff) => by.post('/api/test-transcription', { url });
  expect((await test('https://files.example/a.mp3', app.browser())).status).toBe(401);
  expect(await (await test('')).json()).toMatchObject({ message: 'Please enter an R2 URL' });
  expect((await test('https://files.example/a.mp3')).status).toBe(503);
  const own = await startTestApp({ env: { TRANSCRIPTION_HOSTS: 'files.example, .store.example' } });
  try {
    const other = await own.staff();
    for (const url of [
      'https://127.0.0.1/',
      'https://evil.example/',
      'https://2130706433/',
      'https://[::1]/',
    ])
      expect((await test(url, other)).status, url).toBe(403);
    expect((await test('http://files.example/', other)).status).toBe(400);
  } finally {
    await own.close();
  }
});
