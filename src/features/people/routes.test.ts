// A person is a proven number: what was entered under it is theirs in any browser.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, startTestApp, type TestApp } from '#app/test-app.ts';
import { signInAs } from '#app/test-people.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

test('whoever proved the number owns its tracks on a second device, and nobody else does', async () => {
  const id = await app.browser().submit({ phoneNumber: '(202) 555-0163' });
  const mine = async (browser: Browser) =>
    ((await browser.read(`/api/submissions/${id}`)) as { mine: boolean }).mine;
  expect(await mine(await signInAs(app, '+12025550163'))).toBe(true);
  expect(await mine(await signInAs(app, '+12025550164'))).toBe(false);
  expect(await mine(app.browser())).toBe(false);
  const link = await (await signInAs(app, '+12025550163')).get(`/api/submissions/${id}/private-link`);
  expect(link.status).toBe(200);
});

test('a session that ran out is nobody’s', async () => {
  const id = await app.browser().submit({ phoneNumber: '(202) 555-0165' });
  const browser = await signInAs(app, '+12025550165');
  app.clock.advance(91 * 86_400);
  expect(((await browser.read(`/api/submissions/${id}`)) as { mine: boolean }).mine).toBe(false);
});

test('who is signed in is told to that browser alone, and no longer after signing out', async () => {
  const browser = await signInAs(app, '+12025550166');
  expect(await browser.read('/api/me')).toEqual({
    person: { phone: '+12025550166', provenBy: 'sms' },
    staff: null,
  });
  const NOBODY = { person: null, staff: null };
  expect(await app.browser().read('/api/me')).toEqual(NOBODY);
  const kept = new Map(browser.cookies);
  expect((await browser.post('/api/me/sign-out')).status).toBe(200);
  for (const [name, value] of kept) browser.cookies.set(name, value);
  expect(await browser.read('/api/me')).toEqual(NOBODY);
  expect((await browser.post('/api/me/sign-out')).status).toBe(401);
});
