/** Guessing at once, known devices, second factors and two owners at odds, over HTTP. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Browser, STAFF, startTestApp, type TestApp, TestClock } from '#app/test-app.ts';
import { TestAuthenticator } from '#app/test-authenticator.ts';
import { addTotp, makePasskey, readCode } from '#app/test-factors.ts';

let app: TestApp;
let owner: Browser;
beforeAll(async () => {
  app = await startTestApp({
    env: { STAFF_SECOND_FACTOR: 'owners', TRUST_PROXY: '1', PUBLIC_URL: 'http://site.test' },
  });
});
afterAll(() => app.close());
beforeEach(async () => {
  app.deps.config.staffSecondFactor = 'off';
  await app.sql('DELETE FROM sign_in_failures');
  await app.sql('DELETE FROM rate_limits');
  await app.sql('DELETE FROM admin_totp');
  await app.sql('DELETE FROM admin_passkeys');
  owner = await app.staff();
});

const login = (browser: Browser, given: object = {}) =>
  browser.post('/api/admin/login', { ...STAFF, ...given });
const status = async (browser: Browser, path = '/api/admin/me') => (await browser.get(path)).status;
const count = (statuses: number[], wanted: number) => statuses.filter((it) => it === wanted).length;
const from = (address: string) => Object.assign(app.browser(), { address });

test('LK-1 of many guesses at once five are looked at, wherever they come from, and one address gets eight', async () => {
  // All in one moment, however long the machine takes over them.
  const moment = app.clock.now();
  app.clock.now = () => moment;
  const guesses = await Promise.all(
    Array.from({ length: 58 }, (_, guess) =>
      login(from(`10.0.${guess}.1`), { password: `guess number ${guess}` }),
    ),
  );
  const statuses = guesses.map((answer) => answer.status);
  expect([count(statuses, 401), count(statuses, 429)]).toEqual([5, 53]);
  const many = await Promise.all(
    Array.from({ length: 30 }, (_, guess) =>
      login(from('10.9.9.9'), { email: `guess${guess}@test.example`, password: 'guess me once' }),
    ),
  );
  expect(
    count(
      many.map((answer) => answer.status),
      401,
    ),
  ).toBe(8);
  app.clock.now = TestClock.prototype.now;
});

test('LK-1 of two who try at once the one whose clock reads earlier need not wait', async () => {
  const moment = app.clock.now().getTime();
  app.clock.now = () => new Date(moment);
  expect((await login(from('10.6.0.1'), { password: 'guess me once' })).status).toBe(401);
  app.clock.now = () => new Date(moment - 5);
  expect((await login(from('10.6.0.2'))).status).toBe(200);
  app.clock.now = TestClock.prototype.now;
});

test('LK-1 who signed in on this device before is not locked out by others, and cannot guess there for ever', async () => {
  for (let guess = 0; guess < 7; guess++) await login(from('10.1.1.1'), { password: 'guess me once' });
  expect((await login(from('10.2.2.2'))).status).toBe(429);
  await owner.post('/api/admin/logout');
  expect((await login(owner)).status).toBe(200);
  const statuses: number[] = [];
  for (let guess = 0; guess < 7; guess++)
    statuses.push((await login(owner, { password: 'guess me once' })).status);
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
  const stranger = from('10.3.3.3');
  stranger.cookies.set('sc_staff_device', owner.cookies.get('sc_staff_device')!);
  const other = await login(stranger, { email: 'nobody@test.example', password: 'guess me once' });
  expect(other.status).toBe(401);
});

test('LK-1 with an authenticator app the password alone opens nothing; a code is good once and guesses at it are counted', async () => {
  const elsewhere = await app.staff();
  const secret = await addTotp(app, owner, STAFF.password);
  expect([await status(owner), await status(elsewhere)]).toEqual([200, 401]);
  const browser = app.browser();
  const asked = await login(browser);
  expect(await asked.json()).toEqual({
    success: false,
    message: 'One more step: your second factor.',
    secondFactor: { totp: true, passkey: null },
  });
  expect(await status(browser)).toBe(401);
  const code = readCode(app, secret);
  const twice = await Promise.all([login(from('10.4.0.1'), { code }), login(from('10.4.0.2'), { code })]);
  expect(twice.map((answer) => answer.status).sort()).toEqual([200, 401]);
  await app.sql('DELETE FROM sign_in_failures');
  const wrong = await Promise.all(
    Array.from({ length: 20 }, (_, guess) => login(from(`10.5.${guess}.1`), { code: `00000${guess % 10}` })),
  );
  expect(
    count(
      wrong.map((answer) => answer.status),
      401,
    ),
  ).toBe(5);
  expect(JSON.stringify(await app.sql('SELECT * FROM admin_totp'))).not.toContain(secret);
});

test('LK-1 a passkey is a second factor too: once, in the browser that asked', async () => {
  const refused = await owner.post('/api/admin/factors/passkeys/options', { password: 'not my password' });
  expect(refused.status).toBe(400);
  const { key, answer: made } = await makePasskey(owner, STAFF.password, 'http://site.test');
  expect((await owner.post('/api/admin/factors/passkeys', made)).status).toBe(200);
  const browser = app.browser();
  const ask = async () =>
    ((await (await login(browser)).json()) as { secondFactor: { passkey: { challenge: string } } })
      .secondFactor.passkey;
  const answer = key.use(await ask());
  expect((await login(app.browser(), { passkey: answer })).status).toBe(401);
  expect((await login(browser, { passkey: answer })).status).toBe(200);
  expect((await login(app.browser(), { passkey: answer })).status).toBe(401);
  const stranger = new TestAuthenticator('http://site.test');
  stranger.userHandle = key.userHandle;
  expect((await login(browser, { passkey: stranger.use(await ask()) })).status).toBe(401);
});

test('LK-1 where owners need a second factor, an account without one can only set one up', async () => {
  app.deps.config.staffSecondFactor = 'owners';
  expect(await owner.read('/api/admin/me')).toMatchObject({ lacksFactor: true });
  expect(await status(owner, '/api/admin/accounts')).toBe(403);
  const refused = await owner.get('/api/admin/sessions');
  expect(await refused.json()).toMatchObject({ code: 'forbidden', reason: 'second_factor' });
  await addTotp(app, owner, STAFF.password);
  expect(await owner.read('/api/admin/me')).toMatchObject({ lacksFactor: false });
  expect(await status(owner, '/api/admin/accounts')).toBe(200);
});

test('LK-1 new passwords need twelve characters and are not common ones', async () => {
  const make = (password: string) =>
    owner.post('/api/admin/accounts', { email: 'new@test.example', name: 'Kit', password });
  expect(await (await make('eleven char')).json()).toMatchObject({
    code: 'invalid',
    fields: { password: expect.any(String) },
  });
  expect((await make('Password123456')).status).toBe(400);
  const change = (next: string) => owner.post('/api/admin/password', { current: STAFF.password, next });
  expect((await change('owner1234567')).status).toBe(400);
});

test('LK-1 two owners who disable each other at once: one succeeds', async () => {
  const account = { email: 'second@test.example', name: 'Second', role: 'owner', password: 'their secret' };
  const { id } = (await (await owner.post('/api/admin/accounts', account)).json()) as { id: number };
  const first = (await owner.read<{ id: number }>('/api/admin/me')).id;
  for (let round = 0; round < 5; round++) {
    await app.sql('UPDATE admins SET disabled_at = NULL');
    const [one, two] = [app.browser(), app.browser()];
    await login(one);
    await login(two, account);
    const disable = (browser: Browser, whom: number) =>
      browser.fetch(`/api/admin/accounts/${whom}`, {
        method: 'PATCH',
        body: '{"disabled":true}',
        headers: { 'content-type': 'application/json' },
      });
    const answers = await Promise.all([disable(one, id), disable(two, first)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 401]);
  }
  await app.sql('UPDATE admins SET disabled_at = NULL');
});
